import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/*
 * What servers ask of lab hosts is signed with a secret that both have. The signature covers the receiver and the question
 * (both in the path), the moment, and the body, so that a copy of a letter is of no use elsewhere or later.
 */

/** A letter may be this old, or come from a clock that is this far ahead, ms. */
const MAX_AGE_MS = 60_000;
const MOMENT = 'x-academy-moment';
const DIGEST = 'x-academy-digest';
const SIGNATURE = 'x-academy-signature';

const signatureOf = (secret: string, path: string, moment: string, digest: string): string =>
  createHmac('sha256', secret).update([moment, path, digest].join('\n')).digest('base64url');

/** Digest of a body: SHA-256, hex. */
export const digestOf = (body: string | Buffer): string => createHash('sha256').update(body).digest('hex');

/** The headers that sign a letter. @param digest of its body */
export function signed(secret: string, path: string, digest: string): Record<string, string> {
  const moment = String(Date.now());
  return { [MOMENT]: moment, [DIGEST]: digest, [SIGNATURE]: signatureOf(secret, path, moment, digest) };
}

/**
 * Whether a letter is signed with one of the secrets, for this path and of now. Known before its body is read.
 *
 * @returns the digest that its body must have; null when it is not signed so
 */
export function signedDigest(secrets: readonly string[], path: string, headers: IncomingHttpHeaders): string | null {
  const [moment = '', digest = '', signature = ''] = [MOMENT, DIGEST, SIGNATURE].map((name) =>
    String(headers[name] ?? ''),
  );
  const given = Buffer.from(signature);
  const isSigned = secrets.some((secret) => {
    const wanted = Buffer.from(signatureOf(secret, path, moment, digest));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
  if (!isSigned) return null;
  return Math.abs(Date.now() - Number(moment)) <= MAX_AGE_MS ? digest : null;
}
