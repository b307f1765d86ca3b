import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { isCommon, isPredictable, withoutWords } from './password-strength.ts';
import { passwordTexts } from './password-texts.ts';

interface PasswordCost {
  /** KiB. */
  memory: number;
  passes: number;
  parallelism: number;
}

/** argon2id cost: 19 MiB, 2 passes, 1 lane (OWASP's first choice). */
const COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
let cost = COST;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Bounds for the parameters in a stored hash, so that a damaged row cannot use up the memory. */
const MAX = { memory: 262_144, passes: 10, parallelism: 8 };

/** Most hashes that run at once, and most that wait. */
const RUNNING_LIMIT = 4;
const WAITING_LIMIT = 200;

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 200;

/** Stored in place of a hash: no password matches. A password reset sets the first one. */
export const NO_PASSWORD = '!';

/** Thrown at once when too many password checks are waiting. */
export class PasswordsBusyError extends Error {
  constructor() {
    super('too many password checks are waiting');
    this.name = 'PasswordsBusyError';
  }
}

/**
 * Sets the cost of new hashes. Only tests call it, because they hash by the hundred: no setting reaches it.
 *
 * @param next by default the cost outside of tests
 */
export function setPasswordCost(next: PasswordCost = COST): void {
  cost = next;
}

/** Hashes a password with a new salt. @returns argon2id PHC string */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return phcOf(salt, await derive(password, { ...cost, nonce: salt, tagLength: HASH_BYTES }));
}

/**
 * Whether the password matches the stored hash. With `null` (no such account) it does the same work and returns false,
 * so that the time does not reveal which addresses exist.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const nobody = phcOf(NOBODY.salt, NOBODY.hash);
  const parsed = parse(stored ?? nobody) ?? parse(nobody);
  if (parsed === null) return false;
  const { hash, ...cost } = parsed;
  const derived = await derive(password, { ...cost, tagLength: hash.length });
  return timingSafeEqual(derived, hash) && stored !== null;
}

/**
 * The same hash for other secrets that are too short for a fast one, with a salt that the caller can recompute.
 * @returns 32 bytes @throws PasswordsBusyError
 */
export function slowHash(secret: string, salt: Buffer): Promise<Buffer> {
  return derive(secret, { ...cost, nonce: salt, tagLength: HASH_BYTES });
}

/** A hash that no password matches: salt and hash are random. */
const NOBODY = { salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) };

function phcOf(salt: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

/**
 * What is wrong with a new password, as a sentence that says what to do; null when it is acceptable.
 * @param words further words that strangers know: names of the person and of the academies
 */
export function passwordProblem(password: string, email: string, words: readonly string[] = []): string | null {
  const length = [...password].length;
  if (length === 0) return passwordTexts.missing;
  if (length < PASSWORD_MIN_LENGTH) return passwordTexts.short({ min: PASSWORD_MIN_LENGTH });
  if (length > PASSWORD_MAX_LENGTH) return passwordTexts.long({ max: PASSWORD_MAX_LENGTH });
  if (isPredictable(password)) return passwordTexts.predictable;
  const rest = withoutWords(password, [email, ...words]);
  if ([...rest].length < PASSWORD_MIN_LENGTH && rest.length < password.trim().length) return passwordTexts.words;
  if (isCommon(password)) return passwordTexts.common;
  return null;
}

function parse(phc: string) {
  const match =
    /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/.exec(phc);
  if (match === null) return null;
  const [memory, passes, parallelism] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (memory > MAX.memory || passes > MAX.passes || parallelism > MAX.parallelism) return null;
  return {
    memory,
    passes,
    parallelism,
    nonce: Buffer.from(match[4] ?? '', 'base64'),
    hash: Buffer.from(match[5] ?? '', 'base64'),
  };
}

let running = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  if (running >= RUNNING_LIMIT) {
    if (waiting.length >= WAITING_LIMIT) throw new PasswordsBusyError();
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    // Normalised, because letters with accents can be encoded in several ways.
    const message = Buffer.from(password.normalize('NFC'), 'utf8');
    return await new Promise<Buffer>((resolve, reject) =>
      argon2('argon2id', { message, ...parameters }, (error, key) => (error === null ? resolve(key) : reject(error))),
    );
  } finally {
    const next = waiting.shift();
    // The slot passes to the longest waiting call.
    if (next === undefined) running -= 1;
    else next();
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
