import { EmailSchema } from '@academy/contract/email';
import * as v from 'valibot';
import type { Account, AccountsStore, DevicesStore } from './accounts-store.ts';
import type { Registration } from './confirmation.ts';
import { type FormState, NAME_MAX_LENGTH } from './pages/pages.ts';
import { signInPageTexts } from './pages/sign-in-page-texts.ts';
import { hashPassword, PASSWORD_MAX_LENGTH, PasswordsBusyError, passwordProblem, verifyPassword } from './passwords.ts';
import type { Outcome } from './sign-in-parts.ts';
import { type Throttle, waitInMinutes } from './throttle.ts';

/** Queried where there is no account, so that the same work is done for every address. */
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** A registration to be confirmed; `account` is null when the address is taken, which must not be revealed. */
export type Registered = { registration: Registration; account: Account | null };

export interface SignInOptions {
  accounts: AccountsStore;
  devices: DevicesStore;
  throttle: Throttle;
  /** Words that do not add strength to a password: the names of the academies. */
  commonWords: readonly string[];
}

/** Checks the forms of signing in and registering, with limits. */
export function signIn({ accounts, devices, throttle, commonWords }: SignInOptions) {
  return {
    /**
     * @param ip the visitor's address
     * @param device hash of the browser's cookie
     */
    async withPassword(form: URLSearchParams, ip: string, device: string | null): Promise<Outcome> {
      const values = { email: typed(form, 'email') };
      const password = form.get('password') ?? '';
      const email = emailOf(values.email);
      const errors: Record<string, string> = {};
      if (email === null) errors.email = emailProblem(values.email);
      if (password === '') errors.password = signInPageTexts.passwordMissing;
      if (email === null || Object.keys(errors).length > 0) return { again: { values, errors } };

      const account = await accounts.findByLogin(email);
      const known = device !== null && (await devices.known(account?.accountId ?? NOBODY, device));
      const attempt = await throttle.password(email, ip, known ? device : null);
      if ('wait' in attempt)
        return {
          again: {
            values,
            errors: {},
            problem: signInPageTexts.tooManyAttempts({ minutes: waitInMinutes(attempt.wait) }),
          },
        };
      return busyAware<Outcome>(values, async () => {
        // Longer than any password can be: it is not hashed, but the reply is the same.
        const tooLong = password.length > PASSWORD_MAX_LENGTH * 2;
        const right = await verifyPassword(tooLong ? '' : password, account?.passwordHash ?? null);
        if (!right || account === null) return { again: { values, errors: {}, problem: signInPageTexts.wrong } };
        await attempt.wasRight();
        return { account, amr: ['pwd'] };
      });
    },

    /** @param ip the visitor's address */
    async register(form: URLSearchParams, ip: string): Promise<Registered | { again: FormState }> {
      const values = {
        firstName: typed(form, 'firstName'),
        lastName: typed(form, 'lastName'),
        email: typed(form, 'email'),
      };
      const { firstName, lastName } = values;
      const password = form.get('password') ?? '';
      const email = emailOf(values.email);
      const errors: Record<string, string> = {};
      const note = (name: string, problem: string | null) => {
        if (problem !== null) errors[name] = problem;
      };
      note('firstName', nameProblem(firstName, signInPageTexts.firstNameMissing));
      note('lastName', nameProblem(lastName, signInPageTexts.lastNameMissing));
      note('email', email === null ? emailProblem(values.email) : null);
      note('password', passwordProblem(password, email ?? values.email, [firstName, lastName, ...commonWords]));
      if (email === null || Object.keys(errors).length > 0) return { again: { values, errors } };

      const wait = await throttle.registration(ip);
      if (wait > 0)
        return {
          again: {
            values,
            errors: {},
            problem: signInPageTexts.tooManyAccounts({ minutes: waitInMinutes(wait) }),
          },
        };
      return busyAware<Registered | { again: FormState }>(values, async () => {
        // Hashed in any case, so that a taken address is not answered faster.
        const registration = { email, firstName, lastName, passwordHash: await hashPassword(password) };
        return { registration, account: await accounts.register(registration) };
      });
    },
  };
}

async function busyAware<T>(values: Record<string, string>, work: () => Promise<T>): Promise<T | { again: FormState }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PasswordsBusyError) return { again: { values, errors: {}, problem: signInPageTexts.busy } };
    throw error;
  }
}

/** One line of typed text. */
export function typed(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').trim().slice(0, 300);
}

/** The address in its normal form; null when it is none. */
export function emailOf(value: string): string | null {
  const parsed = v.safeParse(EmailSchema, value);
  return parsed.success ? parsed.output : null;
}

export function emailProblem(value: string): string {
  return value === '' ? signInPageTexts.emailMissing : signInPageTexts.emailWrong;
}

function nameProblem(value: string, missing: string): string | null {
  if (value === '') return missing;
  if ([...value].length > NAME_MAX_LENGTH) return signInPageTexts.nameLong({ max: NAME_MAX_LENGTH });
  return /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffd<>]/u.test(value) ? signInPageTexts.nameCharacters : null;
}
