import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AccountPage } from './account-area.ts';
import type { Brand } from './brands.ts';
import type { Account } from './identity-store.ts';
import type { Html } from './pages/html.ts';
import type { FormState } from './pages/pages.ts';
import type { RequestContext } from './request.ts';

/** A page of the provider before the brand's frame is put around it. */
export interface Shown {
  /** Stands before the academy's name in the tab. */
  title: string;
  content: Html;
  /** Address of a script of our own (`{mountPath}assets/...`); pages say what to do without it. */
  script?: string;
}

/** Somebody who proved to be the owner of an account, and how: values of RFC 8176, such as `pwd`, `otp`, `mfa`. */
export interface Proved {
  account: Account;
  amr: readonly string[];
}

/** What a form leads to: somebody is proved, or the form comes back and says what is wrong. */
export type Outcome = Proved | { again: FormState };

/** One request inside a sign-in that waits for its end. */
export interface InteractionRequest {
  req: IncomingMessage;
  res: ServerResponse;
  context: RequestContext;
  brand: Brand;
  /** Names this sign-in, in the address. No secret: addresses are logged. */
  uid: string;
  /** Secret of the browser that began this sign-in, in a cookie; the database does not hold it. */
  proof: string;
  /** Address of a page of this sign-in: `at('second-factor')`. Forms post to the page that they are on. */
  at(page: string): string;
}

/**
 * A page after the first proof that must be passed before the sign-in ends, at `interaction/{tenant}/{uid}/{name}`. It is
 * asked again on every request, so reload and Back are safe; who got how far is kept in the database.
 */
export interface SignInStep {
  /** Letters and dashes. */
  name: string;
  needed(proved: Proved): Promise<boolean>;
  show(request: InteractionRequest, proved: Proved, state: FormState): Promise<Shown>;
  /** @returns what it proved in addition (`['otp', 'mfa']`), or the form again */
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
  /** A form that comes back shows the log-in page with its `problem`. */
  handle(request: InteractionRequest, form: URLSearchParams): Promise<Outcome>;
}

/** What a feature adds to signing in and to the account area. */
export interface SignInPart {
  ways?: readonly SignInWay[];
  steps?: readonly SignInStep[];
  pages?: readonly AccountPage[];
  /** Removes what has expired. @returns how many rows */
  deleteExpired?(): Promise<number>;
}
