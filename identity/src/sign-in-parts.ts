import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AccountPage } from './account-page.ts';
import type { Brand } from './brands.ts';
import type { Account } from './identity-store.ts';
import type { Html } from './pages/html.ts';
import type { FormState } from './pages/pages.ts';
import type { Shown } from './pages/shown.ts';
import type { RequestContext } from './request.ts';

/**
 * A person who proved to be the owner of an account, with the methods: values of RFC 8176, such as `pwd`, `otp`, `mfa`.
 */
export interface Proved {
  account: Account;
  amr: readonly string[];
  /** The directory that the account belongs to checked them, with as many factors as it requires. */
  byDirectory?: boolean;
}

/** Result of a form: the person is proved, or the form is shown again with its errors. */
export type Outcome = Proved | { again: FormState };

/** One request inside an unfinished sign-in. */
export interface InteractionRequest {
  req: IncomingMessage;
  res: ServerResponse;
  context: RequestContext;
  brand: Brand;
  /** Name of this sign-in, in the address. Not secret: addresses are logged. */
  uid: string;
  /** Secret of the browser that started this sign-in, in a cookie; the database does not contain it. */
  proof: string;
  /** Address of a page of this sign-in: `at('second-factor')`. Forms post to their own page. */
  at(page: string): string;
}

/**
 * A page after the first proof that must be passed before the sign-in ends, at `interaction/{tenant}/{uid}/{name}`.
 * `needed` is called again on every request, so that reload and Back are safe; the progress is stored in the database.
 */
export interface SignInStep {
  /** Letters and dashes. */
  name: string;
  needed(proved: Proved): Promise<boolean>;
  show(request: InteractionRequest, proved: Proved, state: FormState): Promise<Shown>;
  /** @returns the additional methods (`['otp', 'mfa']`), or the form again */
  handle(
    request: InteractionRequest,
    proved: Proved,
    form: URLSearchParams,
  ): Promise<{ amr: readonly string[] } | { again: FormState }>;
}

/** Another way to sign in than the password, offered on the log-in page; its form posts to `at(name)`. */
export interface SignInWay {
  name: string;
  /** Markup below the password form; null where it cannot work. `script` is loaded with the page. */
  offer(request: InteractionRequest): Promise<{ content: Html; script?: string } | null>;
  /** On an error the log-in page is shown with its `problem`. */
  handle(request: InteractionRequest, form: URLSearchParams): Promise<Outcome>;
}

/** What a feature adds to signing in and to the account area. */
export interface SignInPart {
  ways?: readonly SignInWay[];
  steps?: readonly SignInStep[];
  pages?: readonly AccountPage[];
  /** Deletes what has expired. @returns number of rows */
  deleteExpired?(): Promise<number>;
}
