import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Brand } from './brands.ts';
import type { Account } from './identity-store.ts';
import type { AccountEntry } from './pages/account-pages.ts';
import type { FormState } from './pages/pages.ts';
import type { Shown } from './pages/shown.ts';
import type { ProviderSession } from './provider-session.ts';
import type { RequestContext } from './request.ts';

/** One request of a signed-in person to a page of their account. */
export interface AccountRequest {
  req: IncomingMessage;
  res: ServerResponse;
  context: RequestContext;
  brand: Brand;
  account: Account;
  session: ProviderSession;
  /**
   * The secret of a mailed link that led to this page (`?token=`); it was moved from the address to a cookie of the
   * page.
   */
  secret: string | null;
  /** Address of a page of the area: `at('password')`; `at('')` is the overview. */
  at(path: string): string;
}

/**
 * Result of a form of the account area: the form again with its errors; another page, where `said` names one of its
 * `said` lines to show; or a page that is shown once and never stored (recovery codes).
 */
export type Handled = { again: FormState } | { to: string; said?: string } | { once: Shown };

/** A page below `{issuer}account/`. GET renders it, POST handles its form; the form posts to the page itself. */
export interface AccountPage {
  /** `password`: letters and dashes, with at most one slash. */
  path: string;
  /** Whether it requires a sign-in within the last ten minutes; otherwise the person signs in again and returns. */
  recent: boolean;
  show(request: AccountRequest, state: FormState): Promise<Shown>;
  handle?(request: AccountRequest, form: URLSearchParams): Promise<Handled>;
  /** Lines that confirm an action, by name; `to` and `said` of a form's result refer to them. */
  said?: () => Readonly<Record<string, string>>;
  /** Its entry on the overview; null leaves it out. */
  entry?(request: AccountRequest): Promise<AccountEntry | null>;
}
