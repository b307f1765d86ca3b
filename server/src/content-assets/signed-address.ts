import { createHmac, timingSafeEqual } from 'node:crypto';
import { FILE_ADDRESS_SECONDS } from '@academy/contract/constants';

/** Addresses made within the same ten minutes are equal, so that shared caches store one copy for many readers. */
const STEP_SECONDS = 600;

/** A file as named in its address: `<hash>.<extension>`. */
export interface SignedFile {
  tenantId: string;
  file: string;
  /** Seconds since 1970. */
  endsAt: number;
}

const FILE_ADDRESS = /\/assets\/content\/([0-9a-f]{64})\.[a-z0-9]{2,5}(?![a-z0-9])/g;

/** When addresses made now expire, seconds since 1970: in fifty to sixty minutes. */
export const endOf = (nowMs: number): number =>
  Math.floor(nowMs / 1000 / STEP_SECONDS) * STEP_SECONDS + FILE_ADDRESS_SECONDS;

/** The expiry stands in the path: some shared caches ignore the query. */
export const signedAddress = (secret: Uint8Array, file: SignedFile): string =>
  `/assets/content/until/${file.endsAt}/${signatureOf(secret, file)}/${file.file}`;

/** Whether this installation made the signature for this academy, file and expiry. */
export function isSigned(secret: Uint8Array, file: SignedFile, signature: string): boolean {
  const [own, given] = [Buffer.from(signatureOf(secret, file)), Buffer.from(signature)];
  return own.length === given.length && timingSafeEqual(own, given);
}

function signatureOf(secret: Uint8Array, { tenantId, file, endsAt }: SignedFile): string {
  const mac = createHmac('sha256', secret).update(`${tenantId}\n${file}\n${endsAt}`).digest();
  return mac.subarray(0, 16).toString('base64url');
}

/** Hashes of the files that a reply refers to by plain addresses. */
export function* hashesIn(value: unknown): Generator<string> {
  for (const text of textsIn(value))
    if (text.includes('/assets/content/')) for (const [, hash = ''] of text.matchAll(FILE_ADDRESS)) yield hash;
}

/**
 * The reply with replaced addresses.
 *
 * @param addressOf the new address of a file; null leaves the plain one
 */
export function withAddresses<T>(value: T, addressOf: (hash: string, file: string) => string | null): T {
  if (typeof value === 'string') {
    if (!value.includes('/assets/content/')) return value;
    return value.replace(FILE_ADDRESS, (plain, hash: string) => {
      return addressOf(hash, plain.slice('/assets/content/'.length)) ?? plain;
    }) as T;
  }
  if (Array.isArray(value)) return value.map((one) => withAddresses(one, addressOf)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withAddresses(one, addressOf)])) as T;
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* textsIn(part);
}
