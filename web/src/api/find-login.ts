import { findAccount } from '@academy/contract/call-routes';
import { call } from './call.ts';
import { CallError } from './call-error.ts';

/** The sign-in page does not wait longer for the look-up, ms. */
const LOOK_UP_MS = 10_000;

/** What the look-up of an address led to. */
export type LookUp =
  /** The login to sign in with; null when there is none or the call failed, which both lead to registration. */
  | { login: string | null }
  /** Too many look-ups came from this network: whether there is an account is not known yet. */
  | { retryAfter: number };

/** Seconds to wait where the server does not say. */
const USUAL_WAIT = 60;

/** Whether an account exists for an e-mail address. */
export async function findLogin(email: string): Promise<LookUp> {
  try {
    const options = { quiet: true, skipNotFound: true, timeout: LOOK_UP_MS };
    return { login: (await call(findAccount, { headers: { email } }, options)).login || null };
  } catch (error) {
    if (error instanceof CallError && error.status === 429) return { retryAfter: error.retryAfter ?? USUAL_WAIT };
    return { login: null };
  }
}
