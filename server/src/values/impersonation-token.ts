import { randomBytes } from 'node:crypto';

/** Prefix of every impersonation token, which distinguishes it from tokens of sessions and scripts. */
export const IMPERSONATION_PREFIX = 'academy-view.';

/** 256 random bits. */
const SECRET_BYTES = 32;

/**
 * Makes a new token: prefix, claims that browsers read like those of a JSON Web Token, and a secret. The claims prove
 * nothing; the server knows the token as a whole, by its hash.
 */
export function makeImpersonationToken(person: { personId: string; email: string; name: string }): string {
  const { personId: sub, email, name } = person;
  const claims = Buffer.from(JSON.stringify({ sub, email, name })).toString('base64url');
  return `${IMPERSONATION_PREFIX}${claims}.${randomBytes(SECRET_BYTES).toString('base64url')}`;
}
