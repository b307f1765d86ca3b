import { STORAGE_KEYS } from '@academy/contract/constants';
import { withLanguage } from '@academy/contract/i18n/address';
import { currentLanguage } from '@academy/contract/i18n/languages';
import { pageRuntime } from '../lib/runtime.tsx';
import { local, session } from '../lib/storage.ts';
import { challengeOf, randomText } from './pkce.ts';
import { SignInError } from './sign-in-error.ts';

/** Keys in session storage. */
export const STATE = 'state';
export const NONCE = 'nonce';

export interface SignInOptions {
  /** Fills in the address at the provider. */
  loginHint?: string;
  /** Opens registration instead of sign-in. */
  register?: boolean;
  /** Asks for the password again although the provider has a session. */
  afresh?: boolean;
  /** The second try of a sign-in whose verifier another tab has replaced: the last one, and nothing to go Back to. */
  again?: boolean;
  /** `markOf` the address of the first try. */
  mark?: string;
}

/**
 * Leaves for the identity provider: authorization code with PKCE S256, state and nonce.
 * @throws SignInError when the provider is unreachable, or the browser cannot store what the callback needs
 */
export async function signIn({
  loginHint,
  register = false,
  afresh = false,
  again = false,
  mark = '',
}: SignInOptions = {}): Promise<void> {
  const { config } = pageRuntime();
  if (config.endpoints === null) throw new SignInError('unreachable', 'The identity provider cannot be reached');
  if (globalThis.crypto?.subtle === undefined) throw new SignInError('unsupported', 'There is no secure context');
  const verifier = randomText(48);
  const challenge = await challengeOf(verifier);
  const state = stateFor(challenge, loginHint ? await markOf(loginHint) : mark, again);
  const nonce = randomText(16);
  const kept = [local.set(STORAGE_KEYS.codeVerifier, verifier), session.set(STATE, state), session.set(NONCE, nonce)];
  if (kept.includes(false)) {
    local.remove(STORAGE_KEYS.codeVerifier);
    session.remove(STATE);
    session.remove(NONCE);
    throw new SignInError('no-storage', 'Storage is blocked or full');
  }
  // The callback has one address: it returns to the home page in the language of this one.
  if (local.get(STORAGE_KEYS.originUri) === null)
    local.set(STORAGE_KEYS.originUri, location.origin + withLanguage('/'));
  const url = new URL(config.endpoints.authorize, location.origin);
  const values: Record<string, string | undefined> = {
    client_id: config.clientId,
    redirect_uri: redirectUri(),
    response_type: 'code',
    scope: config.scopes,
    state,
    nonce,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    login_hint: loginHint || undefined,
    ui_locales: currentLanguage(),
    prompt: register ? 'create' : afresh ? 'login' : undefined,
  };
  for (const [name, value] of Object.entries(values)) if (value !== undefined) url.searchParams.set(name, value);
  if (again) location.replace(url.href);
  else location.assign(url.href);
}

export const redirectUri = (): string => `${location.origin}/login/callback`;

/**
 * A random value, bound to the challenge: tabs share one stored verifier, so the callback of a tab needs to know whether
 * the verifier is still its own. The state also names the typed address, by a hash.
 */
const stateFor = (challenge: string, mark: string, again: boolean): string =>
  `${randomText(16)}.${challenge.slice(0, 16)}${mark}${again ? '.again' : ''}`;

/** Identifies an address by a hash, without disclosing it. */
export const markOf = async (email: string): Promise<string> =>
  `.${(await challengeOf(email.trim().toLowerCase())).slice(0, 16)}`;

export const isStateOf = (state: string, challenge: string): boolean => state.split('.')[1] === challenge.slice(0, 16);
/** The hash of the address for which a sign-in was started; empty without one. */
export const markIn = (state: string): string => /^[^.]*\.[^.]*(\.(?!again$)[^.]*)/.exec(state)?.[1] ?? '';
export const isSecondTry = (state: string): boolean => state.endsWith('.again');
