import { createHash, randomInt } from 'node:crypto';
import { slowHash } from '../passwords.ts';

export const RECOVERY_CODES = 10;

/** Digits and letters that cannot be confused: without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Characters, of five bits each. */
const LENGTH = 10;

/** Ten codes of 50 random bits, as they are shown: `7Q2XD-M40RT`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
  });
}

/** The normal form of a typed code: letter case, spaces, dashes and easily confused letters are ignored. */
export function asRecoveryCode(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return plain.length === LENGTH && [...plain].every((character) => ALPHABET.includes(character)) ? plain : null;
}

/**
 * The stored form: a slow hash, because 50 bits could be guessed with a fast one.
 *
 * @param code as `asRecoveryCode` returns it
 * @throws PasswordsBusyError when too many hashes are waiting
 */
export async function hashRecoveryCode(accountId: string, code: string): Promise<string> {
  // One salt for all codes of an account, so that a typed one is hashed once.
  const salt = createHash('sha256').update(`recovery codes of ${accountId}`).digest().subarray(0, 16);
  return (await slowHash(code, salt)).toString('hex');
}
