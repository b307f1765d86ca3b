import type { IncomingMessage, ServerResponse } from 'node:http';
import type { default as Provider } from 'oidc-provider';
import type { Account, AccountsStore } from './accounts-store.ts';
import { type ProviderSession, providerSessionOf } from './provider-session.ts';

/** Why the library asks for a log-in although somebody is logged in: the typed address belongs to another account. */
export const ANOTHER_ACCOUNT = 'another_account';

/** The relevant parameters of an authorization request. */
interface Asked {
  params: Record<string, unknown>;
  prompt: { name: string; reasons: readonly string[] };
}

/** The account whose session the browser has when a log-in or registration begins. */
export interface LoggedInAlready {
  account: Account;
  session: ProviderSession;
}

/** Whether an address logs in to this account. False for an unknown address. */
export async function isLoginOf(
  accounts: Pick<AccountsStore, 'findByLogin'>,
  accountId: string,
  hint: string,
): Promise<boolean> {
  return (await accounts.findByLogin(hint))?.accountId === accountId;
}

/**
 * Offers to continue as the logged-in person: when the typed address belongs to another account, and on the
 * registration page. Not when the academy requires a fresh log-in.
 */
export function loggedInAlready(provider: Provider, accounts: Pick<AccountsStore, 'findById'>) {
  return {
    async find(req: IncomingMessage, { params, prompt }: Asked): Promise<LoggedInAlready | null> {
      const proves =
        String(params.prompt ?? '')
          .split(' ')
          .includes('login') || params.max_age !== undefined;
      const isOffered = prompt.name === 'create' || prompt.reasons.every((reason) => reason === ANOTHER_ACCOUNT);
      const session = proves || !isOffered ? null : await providerSessionOf(provider, req);
      const account = session === null ? null : await accounts.findById(session.accountId);
      return session === null || account === null ? null : { account, session };
    },

    /** Completes the sign-in with the existing session: time and methods of its log-in stay. */
    async goOn(req: IncomingMessage, res: ServerResponse, { session }: LoggedInAlready): Promise<void> {
      const { accountId, amr, signedInAt } = session;
      const login = { accountId, amr: [...amr], ts: Math.floor(signedInAt / 1000) };
      await provider.interactionFinished(req, res, { login, create: {} }, { mergeWithLastSubmission: false });
    },
  };
}
