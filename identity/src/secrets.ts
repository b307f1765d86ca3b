import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** A secret for a link or cookie: 256 random bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a secret. @returns SHA-256, hex */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Six random digits, for people to type. */
export function newDigits(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/**
 * The stored form of six digits. The key is a secret of the browser that waits for them, which the database does not
 * contain: a copy of the table is not enough to try out the million possibilities.
 * @param about what the digits are bound to: the code's own hash
 */
export function hashDigits(digits: string, key: string, about: string): string {
  return createHmac('sha256', key).update(`${about} ${digits}`).digest('hex');
}

export function digitsMatch(typed: string, stored: string, key: string, about: string): boolean {
  const expected = Buffer.from(stored, 'hex');
  const given = Buffer.from(hashDigits(typed.replace(/[\s-]/g, ''), key, about), 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
