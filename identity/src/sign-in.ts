import { EmailSchema } from '@academy/contract/people';
import * as v from 'valibot';
import { Attempts, networkOf } from './attempts.ts';
import type { IdentityStore } from './identity-store.ts';
import { NAME_MAX_LENGTH } from './pages/pages.ts';
import { hashPassword, PASSWORD_MAX_LENGTH, PasswordsBusyError, passwordProblem, verifyPassword } from './passwords.ts';
import type { Outcome } from './sign-in-parts.ts';

const QUARTER_MS = 15 * 60_000;
/** Wrong passwords for one account from one network in a quarter of an hour. */
const PER_ACCOUNT = 10;
/** Wrong passwords from one network in a quarter of an hour; a classroom shares one. */
const PER_NETWORK = 200;
/** New accounts from one network in an hour. */
const REGISTRATIONS = 200;

const WRONG = 'The e-mail address or the password is not right.';
const BUSY = 'Many people are logging in right now. Please try again in a moment.';

/** Checks what people send in: signing in and registering, with limits. */
export function signIn(accounts: IdentityStore['accounts'], now: () => number) {
  const perAccount = new Attempts({ limit: PER_ACCOUNT, windowMs: QUARTER_MS, now });
  const perNetwork = new Attempts({ limit: PER_NETWORK, windowMs: QUARTER_MS, now });
  const registrations = new Attempts({ limit: REGISTRATIONS, windowMs: 4 * QUARTER_MS, now });

  return {
    /** @param ip the visitor's address */
    async withPassword(form: URLSearchParams, ip: string): Promise<Outcome> {
      const values = { email: typed(form, 'email') };
      const password = form.get('password') ?? '';
      const email = emailOf(values.email);
      const errors: Record<string, string> = {};
      if (email === null) errors.email = emailProblem(values.email);
      if (password === '') errors.password = 'Enter your password.';
      if (email === null || Object.keys(errors).length > 0) return { again: { values, errors } };

      const network = networkOf(ip);
      const key = `${network} ${email}`;
      const wait = Math.max(perNetwork.begin(network), perAccount.begin(key));
      if (wait > 0)
        return { again: { values, errors: {}, problem: `Too many attempts. Please try again in ${minutes(wait)}.` } };
      return busyAware(values, async () => {
        const account = await accounts.findByEmail(email);
        // Longer than any password can be: no need to hash it, but the same answer.
        const tooLong = password.length > PASSWORD_MAX_LENGTH * 2;
        const right = await verifyPassword(tooLong ? '' : password, account?.passwordHash ?? null);
        if (!right || account === null) return { again: { values, errors: {}, problem: WRONG } };
        perAccount.clear(key);
        perNetwork.refund(network);
        return { account, amr: ['pwd'] };
      });
    },

    /** @param ip the visitor's address */
    async register(form: URLSearchParams, ip: string): Promise<Outcome> {
      const values = {
        firstName: typed(form, 'firstName'),
        lastName: typed(form, 'lastName'),
        email: typed(form, 'email'),
      };
      const password = form.get('password') ?? '';
      const email = emailOf(values.email);
      const errors: Record<string, string> = {};
      const note = (name: string, problem: string | null) => {
        if (problem !== null) errors[name] = problem;
      };
      note('firstName', nameProblem(values.firstName, 'first name'));
      note('lastName', nameProblem(values.lastName, 'last name'));
      note('email', email === null ? emailProblem(values.email) : null);
      note('password', passwordProblem(password, values.email));
      if (email === null || Object.keys(errors).length > 0) return { again: { values, errors } };

      const wait = registrations.begin(networkOf(ip));
      if (wait > 0)
        return {
          again: {
            values,
            errors: {},
            problem: `Too many new accounts from here. Please try again in ${minutes(wait)}.`,
          },
        };
      return busyAware(values, async () => {
        // Hashed in any case, so that a taken address does not answer faster.
        const passwordHash = await hashPassword(password);
        const { firstName, lastName } = values;
        const account = await accounts.create({ email, firstName, lastName, passwordHash, emailVerified: false });
        return account === null
          ? { again: { values, errors: { email: 'There is already an account with this address. Log in instead.' } } }
          : { account, amr: ['pwd'] };
      });
    },
  };
}

async function busyAware(values: Record<string, string>, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PasswordsBusyError) return { again: { values, errors: {}, problem: BUSY } };
    throw error;
  }
}

/** One line of typed text. */
function typed(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').trim().slice(0, 300);
}

function emailOf(value: string): string | null {
  const parsed = v.safeParse(EmailSchema, value);
  return parsed.success ? parsed.output : null;
}

function emailProblem(value: string): string {
  return value === '' ? 'Enter your e-mail address.' : 'This is not an e-mail address. It looks like name@example.org.';
}

function nameProblem(value: string, label: string): string | null {
  if (value === '') return `Enter your ${label}.`;
  if ([...value].length > NAME_MAX_LENGTH) return `Use at most ${NAME_MAX_LENGTH} characters.`;
  return /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069<>]/u.test(value) ? 'Use letters, spaces and hyphens.' : null;
}

function minutes(ms: number): string {
  const count = Math.ceil(ms / 60_000);
  return count === 1 ? 'a minute' : `${count} minutes`;
}
