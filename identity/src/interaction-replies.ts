import type { IncomingMessage } from 'node:http';
import type { FormState } from './pages/pages.ts';
import { signInPageTexts } from './pages/sign-in-page-texts.ts';
import { waitInMinutes } from './throttle.ts';

/** Least duration of replies whose time must not reveal whether an account exists, ms. */
export const STEADY_MS = 300;

export async function atLeast<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [done] = await Promise.allSettled([work(), new Promise((resolve) => setTimeout(resolve, ms))]);
  if (done.status === 'rejected') throw done.reason;
  return done.value;
}

export function tooManyMails(wait: number): string {
  return signInPageTexts.tooManyMails({ minutes: waitInMinutes(wait) });
}

export function redisplaysForm(req: IncomingMessage): boolean {
  return /[?&]again\b/.test(req.url ?? '');
}

export function withHint(state: FormState, hint: unknown): FormState {
  if (typeof hint !== 'string' || state.values.email !== undefined) return state;
  return { ...state, values: { ...state.values, email: hint.slice(0, 254) } };
}
