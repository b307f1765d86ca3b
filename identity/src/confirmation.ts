import { randomUUID } from 'node:crypto';
import type { Account, CodesStore } from './accounts-store.ts';
import type { Brand } from './brands.ts';
import type { SendMail } from './identity-mail.ts';
import type { Progress } from './interaction-progress.ts';
import { digitsMatch, hashDigits, hashSecret, newDigits, newSecret } from './secrets.ts';
import type { Throttle } from './throttle.ts';

const MINUTE_MS = 60_000;
/** Lifetime of the six digits ... */
export const DIGITS_LIFETIME_MS = 10 * MINUTE_MS;
/** ... and of the link in the same mail, ms. */
const LINK_LIFETIME_MS = 24 * 60 * MINUTE_MS;

type Confirmation = NonNullable<Progress['confirmation']>;

/** The data of a registration form. */
export interface Registration {
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
}

export interface ConfirmationOptions {
  codes: CodesStore;
  throttle: Throttle;
  sendMail: SendMail;
  issuer: string;
  now: () => number;
}

/**
 * Confirms a new account's address by a mailed code or link. The registration is stored with the code: several may wait
 * for one address, and the one that is confirmed in a browser that knows its password becomes the account. So nobody
 * can prepare an account with a known password for another person's address.
 */
export function confirmations({ codes, throttle, sendMail, issuer, now }: ConfirmationOptions) {
  async function mail(
    brand: Brand,
    proof: string,
    account: Account,
    registration: Registration,
    replaces: string | null,
  ): Promise<Confirmation> {
    const { email, firstName, lastName, passwordHash } = registration;
    const { tenantId } = brand.tenant;
    const [secret, digits] = [newSecret(), newDigits()];
    const codeHash = hashSecret(secret);
    const data = {
      tenantId,
      browser: hashSecret(proof),
      digits: hashDigits(digits, proof, codeHash),
      registration: { firstName, lastName, passwordHash },
    };
    const { accountId } = account;
    const [createdAt, expiresAt] = [new Date(now()), new Date(now() + LINK_LIFETIME_MS)];
    const code = { codeHash, accountId, purpose: 'verify-email' as const, email, data, createdAt, expiresAt };
    await codes.add(code, replaces === null ? 'none' : { codeHash: replaces });
    await sendMail({
      kind: 'verify-email',
      tenantId,
      to: email,
      firstName,
      link: `${issuer}confirm?token=${secret}`,
      detail: digits,
      key: `verify-email ${codeHash}`,
    });
    return { email, firstName, codeHash };
  }

  return {
    /**
     * Mails a code; to an address with an account, a hint at that account. The browser cannot tell which.
     * @param account the unconfirmed account; null when the address is taken
     */
    async begin(
      brand: Brand,
      proof: string,
      account: Account | null,
      registration: Registration,
    ): Promise<Confirmation | { wait: number }> {
      const { email, firstName } = registration;
      const wait = await throttle.mail(email, 'verify-email');
      if (wait > 0) return { wait };
      if (account !== null) return mail(brand, proof, account, registration, null);
      await sendMail({
        kind: 'account-exists',
        tenantId: brand.tenant.tenantId,
        to: email,
        // The address may belong to another person, who must not get a stranger's words in the academy's name.
        firstName: '',
        link: `${brand.origin}/auth`,
        detail: null,
        key: `account-exists ${randomUUID()}`,
      });
      return { email, firstName, codeHash: null };
    },

    /** Mails a new code, which replaces the previous one. @returns the new state, or how long to wait, ms */
    async resend(
      brand: Brand,
      proof: string,
      before: Confirmation,
      account: Account | null,
    ): Promise<Confirmation | { wait: number }> {
      const wait = await throttle.mail(before.email, 'verify-email');
      if (wait > 0) return { wait };
      const code = before.codeHash === null ? null : await codes.find(before.codeHash);
      const registration = code?.data.registration;
      // A taken address got its mail; more of them would say the same.
      if (account === null || registration === undefined) return before;
      return mail(brand, proof, account, { email: before.email, ...registration }, before.codeHash);
    },

    /** Whether the mail's link was opened meanwhile, in any browser. */
    async isDone({ codeHash }: Confirmation): Promise<boolean> {
      return codeHash !== null && (await codes.find(codeHash))?.usedAt instanceof Date;
    },

    /** Whether these are the digits of the mail. Every call counts as a guess. @param typed any text */
    async digitsAreRight(proof: string, { codeHash }: Confirmation, typed: string): Promise<boolean> {
      const mayGuess = await throttle.guess(codeHash ?? proof);
      const code = codeHash === null ? null : await codes.find(codeHash);
      if (!mayGuess || codeHash === null || code === null || code.data.digits === undefined) return false;
      if (code.usedAt !== null || now() - code.createdAt.getTime() > DIGITS_LIFETIME_MS) return false;
      return digitsMatch(typed, code.data.digits, proof, codeHash);
    },
  };
}

export type Confirmations = ReturnType<typeof confirmations>;
