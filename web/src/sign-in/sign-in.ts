import { STORAGE_KEYS } from '@academy/contract/constants';
import { TEXTS } from '@academy/contract/errors';
import type { TokenReply } from '@academy/contract/sign-in';
import { pageRuntime } from '../lib/runtime.tsx';
import { local, session } from '../lib/storage.ts';
import { decodeClaims } from './claims.ts';
import { takeOrigin } from './own-address.ts';
import { schedule } from './refresh.ts';
import { readSession } from './session.ts';
import { storeTokens } from './token-store.ts';

const STATE = 'state';
const NONCE = 'nonce';
const AGAIN = 'sign-in-again';

export interface SignInOptions {
  /** Fills in the address at the provider. */
  loginHint?: string;
  /** Opens registration instead of sign-in. */
  register?: boolean;
}

/** Leaves for the identity provider: authorization code with PKCE S256, state and nonce. */
export async function signIn({ loginHint, register = false }: SignInOptions = {}): Promise<void> {
  const { config } = pageRuntime();
  if (config.endpoints === null) throw new SignInError('unreachable', 'The identity provider cannot be reached');
  const verifier = randomText(48);
  const state = randomText(16);
  const nonce = randomText(16);
  local.set(STORAGE_KEYS.codeVerifier, verifier);
  session.set(STATE, state);
  session.set(NONCE, nonce);
  const url = new URL(config.endpoints.authorize, location.origin);
  const values: Record<string, string | undefined> = {
    client_id: config.clientId,
    redirect_uri: redirectUri(),
    response_type: 'code',
    scope: config.scopes,
    state,
    nonce,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
    login_hint: loginHint || undefined,
    prompt: register ? 'create' : undefined,
  };
  for (const [name, value] of Object.entries(values)) if (value !== undefined) url.searchParams.set(name, value);
  location.assign(url.href);
}

const redirectUri = (): string => `${location.origin}/login/callback`;

/** Why a sign-in did not succeed; the callback screen explains it. */
export class SignInError extends Error {
  readonly reason: 'cancelled' | 'refused' | 'unreachable' | 'no-code';
  constructor(reason: SignInError['reason'], message: string) {
    super(message);
    this.name = 'SignInError';
    this.reason = reason;
  }
}

/**
 * Ends a sign-in: checks state, issuer and nonce, exchanges the code, stores the tokens. The code leaves the address
 * before anything else runs.
 * @param search query of the callback address
 * @returns where to go now; null when the sign-in was started once more and the page is being left
 * @throws SignInError
 */
export async function finishSignIn(search: string): Promise<string | null> {
  const given = new URLSearchParams(search);
  history.replaceState(history.state, '', location.pathname);
  const { config } = pageRuntime();
  const { endpoints } = config;
  const state = session.get(STATE);
  const nonce = session.get(NONCE);
  const verifier = local.get(STORAGE_KEYS.codeVerifier);
  session.remove(STATE);
  session.remove(NONCE);
  local.remove(STORAGE_KEYS.codeVerifier);

  const code = given.get('code');
  if (given.has('error')) {
    throw new SignInError('cancelled', given.get('error_description') ?? given.get('error') ?? '');
  }
  if (code === null || code === '') throw new SignInError('no-code', 'The address holds no code');
  if (verifier === null) throw new SignInError('refused', TEXTS.noCodeVerifier);
  if (state === null || given.get('state') !== state) throw new SignInError('refused', 'The state does not match');
  const issuer = given.get('iss');
  if (issuer !== null && issuer !== config.issuer) throw new SignInError('refused', 'The issuer does not match');

  const body = new URLSearchParams({
    client_id: config.clientId,
    redirect_uri: redirectUri(),
    grant_type: 'authorization_code',
    code_verifier: verifier,
    code,
  });
  const response = endpoints === null ? null : await fetch(endpoints.token, { method: 'POST', body }).catch(() => null);
  if (response === null || response.status >= 500) {
    throw new SignInError('unreachable', 'The identity provider cannot be reached');
  }
  if (!response.ok) {
    // Two sign-ins in two tabs share one verifier: start this one again, once (identity trap 15).
    if (response.status === 400 && session.get(AGAIN) === null) {
      session.set(AGAIN, '1');
      await signIn();
      return null;
    }
    throw new SignInError('refused', 'The identity provider refused the code');
  }
  const reply = (await response.json()) as TokenReply;
  if (reply.id_token !== undefined && decodeClaims(reply.id_token).nonce !== nonce) {
    throw new SignInError('refused', 'The nonce does not match');
  }
  session.remove(AGAIN);
  storeTokens(reply);
  readSession();
  schedule();
  return takeOrigin();
}

function randomText(bytes: number): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(bytes)));
}

async function challengeOf(verifier: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}
