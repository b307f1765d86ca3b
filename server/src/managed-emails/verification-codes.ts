import { randomUUID } from 'node:crypto';
import type { SealingSecrets } from '@academy/identity/sealing';
import { digitsMatch, hashDigits, newDigits } from '@academy/identity/secrets';
import type { CodeRow } from './managed-emails.store.ts';

/** Lifetime of a code, ms. */
export const CODE_MS = 10 * 60_000;
/** Guesses at one code. */
export const GUESSES = 5;
/** Codes sent within an hour: to one address, and on request of one person. */
export const SENDS = { toAddress: 5, byPerson: 15, windowMs: 60 * 60_000 } as const;

/** What a code is bound to: the person who requested it, the address, its type and its owner. */
export interface BoundTo {
  personId: string;
  emailId: string;
  email: string;
  type: string;
}

/**
 * Makes codes and checks guesses. The hashes are keyed with the installation's key secret, so that a copy of the
 * database alone does not reveal the digits; without that secret the key is a fixed one.
 */
export function verificationCodes(secrets: SealingSecrets) {
  const key = `managed-email code ${secrets.secret ?? ''}`;
  const about = ({ personId, emailId, email, type }: BoundTo, codeId: string) =>
    JSON.stringify([personId, emailId, email, type, codeId]);
  return {
    make(to: BoundTo, now: number): { digits: string; row: Omit<CodeRow, 'personId'> & { personId: string } } {
      const digits = newDigits();
      const codeId = randomUUID();
      const { emailId, personId } = to;
      const codeHash = hashDigits(digits, key, about(to, codeId));
      return { digits, row: { emailId, personId, codeId, codeHash, expiresAt: new Date(now + CODE_MS) } };
    },

    isRight: (typed: string, row: CodeRow, to: BoundTo, now: number): boolean =>
      row.expiresAt.getTime() > now && digitsMatch(typed, row.codeHash, key, about(to, row.codeId)),
  };
}
