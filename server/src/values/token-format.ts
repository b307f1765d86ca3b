import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { TOKEN_DEFAULT_DAYS, TOKEN_MAX_DAYS } from '@academy/contract/personal-access-tokens';

/** Prefix of every token, by which secret scanners and log masks recognise one. */
export const TOKEN_PREFIX = 'academy_';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 32 characters of 62 are 190 random bits. */
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^${TOKEN_PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** Makes a new token: prefix, 190 random bits, checksum. It is shown once and stored as its hash only. */
export function makeToken(): string {
  let secret = '';
  while (secret.length < SECRET_LENGTH) {
    for (const byte of randomBytes(SECRET_LENGTH)) {
      // 248 is the largest multiple of 62 in a byte: leaving out the rest keeps every character equally likely.
      if (byte < 248 && secret.length < SECRET_LENGTH) secret += ALPHABET[byte % 62];
    }
  }
  return `${TOKEN_PREFIX}${secret}${checksumOf(secret)}`;
}

/** Whether a text can be a token, by form and checksum; saves the query for mistyped and cut-off ones. */
export function isWellFormedToken(text: string): boolean {
  if (!FORM.test(text)) return false;
  const secret = text.slice(TOKEN_PREFIX.length, -CHECKSUM_LENGTH);
  return checksumOf(secret) === text.slice(-CHECKSUM_LENGTH);
}

/** The stored form of a token: SHA-256, hex. A fast hash is enough for 190 random bits, which cannot be guessed. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/**
 * When a token that is made now expires.
 *
 * @param days 1 to 366; 90 when left out
 * @throws RangeError for any other number
 */
export function tokenEnd(now: Date, days: number = TOKEN_DEFAULT_DAYS): Date {
  if (!Number.isInteger(days) || days < 1 || days > TOKEN_MAX_DAYS) {
    throw new RangeError(`a token lasts 1 to ${TOKEN_MAX_DAYS} days`);
  }
  return new Date(now.getTime() + days * 86_400_000);
}

function checksumOf(secret: string): string {
  let rest = crc32(secret);
  let text = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = ALPHABET[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
