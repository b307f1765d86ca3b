import { createHash, randomInt } from 'node:crypto';
import { slowHash } from '../passwords.ts';

export const RECOVERY_CODES = 10;

/** Digits and letters that nobody takes for another: without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Five bits each. */
const LENGTH = 10;

/** Ten codes of 50 random bits, as they are shown: `7Q2XD-M40RT`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
  });
}

/** What somebody typed as the code was made: letter case, spaces, dashes and mistakable letters do not matter. */
export function asRecoveryCode(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return plain.length === LENGTH && [...plain].every((character) => ALPHABET.includes(character)) ? plain : null;
}

/**
 * What the database keeps: a slow hash, because 50 bits can be tried out with a fast one.
 *
 * @param code as `asRecoveryCode` returns it
 * @throws PasswordsBusyError when too many hashes are waiting
 */
export async function hashRecoveryCode(accountId: string, code: string): Promise<string> {
  // One salt for an account's codes, so that a typed one is hashed once.
  const salt = createHash('sha256').update(`recovery codes of ${accountId}`).digest().subarray(0, 16);
  return (await slowHash(code, salt)).toString('hex');
}
