import { STORAGE_KEYS } from '@academy/contract/constants';
import type { TokenReply } from '@academy/contract/sign-in';
import { TEXTS } from '@academy/contract/texts';
import { pageRuntime } from '../lib/runtime.tsx';
import { local, session } from '../lib/storage.ts';
import { decodeClaims } from './claims.ts';
import { storedOrigin, takeOrigin } from './own-address.ts';
import { challengeOf } from './pkce.ts';
import { schedule } from './refresh.ts';
import { readSession } from './session.ts';
import { isSecondTry, isStateOf, markIn, NONCE, redirectUri, STATE, signIn } from './sign-in.ts';
import { SignInError } from './sign-in-error.ts';
import { clearTokens, storeTokens, usableAccessToken } from './stored-tokens.ts';

/** Timeout of requests to the provider, ms. */
const ANSWER_MS = 20_000;
/** Transient errors of the provider; any other except a refusal by the person is final. */
const TRANSIENT_ERRORS = new Set(['temporarily_unavailable', 'server_error']);

/**
 * The query of the callback address. The start script has moved it from the address into the history entry before
 * anything could send it along; after a reload in the middle it is still there.
 */
export function callbackQuery(): string {
  const kept: unknown = history.state?.callback;
  return typeof kept === 'string' ? kept : location.search;
}

/**
 * Ends a sign-in: checks state, issuer and nonce, exchanges the code, stores the tokens. The code is forgotten by address
 * and history before anything else runs.
 * @param search query of the callback address
 * @param goOnAs asked before anything is stored when the provider logged in another account than that of the typed address,
 * with that account's address; false logs in once more
 * @returns where to go now; null when the sign-in was started once more and the page is being left
 * @throws SignInError
 */
export async function finishSignIn(
  search: string,
  goOnAs: (email: string) => Promise<boolean> = async () => true,
): Promise<string | null> {
  const given = new URLSearchParams(search);
  history.replaceState(null, '', location.pathname);
  const state = session.get(STATE);
  const nonce = session.get(NONCE);
  const verifier = local.get(STORAGE_KEYS.codeVerifier);
  // A callback that does not belong to this tab's sign-in must not break it.
  const isExpected = state !== null && given.get('state') === state;
  const isOwn = isExpected && verifier !== null && isStateOf(state, await challengeOf(verifier));
  if (isExpected) {
    session.remove(STATE);
    session.remove(NONCE);
  }
  if (isOwn) local.remove(STORAGE_KEYS.codeVerifier);

  const error = given.get('error');
  const code = given.get('code');
  if (error !== null) {
    const reason = error === 'access_denied' ? 'cancelled' : TRANSIENT_ERRORS.has(error) ? 'unreachable' : 'refused';
    throw new SignInError(reason, given.get('error_description') ?? error);
  }
  if (code === null || code === '') throw new SignInError('no-code', 'The address holds no code');
  if (verifier === null && !isExpected) throw new SignInError('refused', TEXTS.noCodeVerifier);
  if (!isExpected) throw new SignInError('refused', 'The state does not match');
  const issuer = given.get('iss');
  if (issuer !== null && issuer !== pageRuntime().config.issuer) {
    throw new SignInError('refused', 'The issuer does not match');
  }
  if (verifier === null) return restartSignIn(state, TEXTS.noCodeVerifier);
  if (!isOwn) return restartSignIn(state, 'another tab has begun to sign in');

  const reply = await exchange(code, verifier);
  if (reply === null) return restartSignIn(state, 'the identity provider refused the code');
  const claims = reply.id_token === undefined ? null : decodeClaims(reply.id_token);
  if (claims !== null && claims.nonce !== nonce) throw new SignInError('refused', 'The nonce does not match');
  // A provider may log in the owner of its own session instead. Only the embedded one asks first: its tokens name a grant.
  if (claims?.email !== undefined && claims.grant_id === undefined) {
    if (!(await isTyped(state, claims.email, reply.access_token)) && !(await goOnAs(claims.email))) {
      await signIn({ afresh: true });
      return null;
    }
  }
  const origin = storedOrigin();
  // Nothing of an earlier session may remain.
  clearTokens();
  storeTokens(reply);
  readSession(false);
  schedule();
  return takeOrigin(origin);
}

/** Few providers need this, so it is fetched when it is needed; without it the person is asked. */
async function isTyped(state: string, email: string, accessToken: string): Promise<boolean> {
  try {
    const { isTypedAddress } = await import('./typed-address.ts');
    return await isTypedAddress(state, email, accessToken);
  } catch {
    return false;
  }
}

/** Tabs share one verifier: a sign-in that lost it is started once more, which the provider's session makes invisible. */
async function restartSignIn(state: string, why: string): Promise<string | null> {
  if (usableAccessToken() !== null) {
    readSession(false);
    return takeOrigin();
  }
  if (isSecondTry(state)) throw new SignInError('refused', why);
  console.warn('Signing in is started once more:', why);
  await signIn({ again: true, mark: markIn(state) });
  return null;
}

/** @returns null when the provider does not take the code */
async function exchange(code: string, verifier: string): Promise<TokenReply | null> {
  const { clientId, endpoints } = pageRuntime().config;
  const away = new SignInError('unreachable', 'The identity provider cannot be reached');
  if (endpoints === null) throw away;
  const body = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri(),
    grant_type: 'authorization_code',
    code_verifier: verifier,
    code,
  });
  const signal = AbortSignal.timeout(ANSWER_MS);
  const response = await fetch(endpoints.token, { method: 'POST', body, signal }).catch(() => null);
  if (response === null || response.status >= 500 || response.status === 429) throw away;
  if (response.status === 400) return null;
  const reply = response.ok ? ((await response.json().catch(() => null)) as TokenReply | null) : null;
  if (typeof reply?.access_token !== 'string') throw new SignInError('refused', 'The identity provider gave no tokens');
  return reply;
}
