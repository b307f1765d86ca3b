import type { IncomingMessage } from 'node:http';
import type { default as Provider } from 'oidc-provider';
import { readCookie } from './cookies.ts';

/** A browser's session at the provider: one person, signed in to any number of academies. */
export interface ProviderSession {
  /** Permanent name, the `sid` of its tokens. Not secret. */
  uid: string;
  /** Secret: the value of the cookie. */
  id: string;
  accountId: string;
  /** When the person last authenticated, ms since 1970. */
  signedInAt: number;
  /** Methods: `pwd`, `otp`, `mfa` ... */
  amr: readonly string[];
  /** Clients that used it, unordered. */
  clientIds: readonly string[];
  grantIds: readonly string[];
}

/** The session in a request's cookie; null without one, after its end, and before signing in. */
export async function providerSessionOf(provider: Provider, req: IncomingMessage): Promise<ProviderSession | null> {
  const id = readCookie(req, provider.cookieName('session'));
  if (id === null) return null;
  const session = await provider.Session.find(id);
  if (session?.accountId === undefined) return null;
  const authorizations = Object.entries(session.authorizations ?? {});
  return {
    uid: session.uid,
    id,
    accountId: session.accountId,
    signedInAt: (session.loginTs ?? 0) * 1000,
    amr: session.amr ?? [],
    clientIds: authorizations.map(([clientId]) => clientId),
    grantIds: authorizations.flatMap(([, { grantId }]) => (grantId === undefined ? [] : [grantId])),
  };
}
