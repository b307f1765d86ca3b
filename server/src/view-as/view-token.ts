import { randomBytes } from 'node:crypto';

/** Every token of a view begins like this: it is neither a session's nor a script's. */
export const VIEW_PREFIX = 'academy-view.';

/** 256 random bits. */
const SECRET_BYTES = 32;

/**
 * Makes a new token: prefix, claims that browsers read as those of a JSON Web Token, and a secret. Nothing is proved by the
 * claims; the server knows the token as a whole, by its hash.
 */
export function makeViewToken(person: { personId: string; email: string; name: string }): string {
  const { personId: sub, email, name } = person;
  const claims = Buffer.from(JSON.stringify({ sub, email, name })).toString('base64url');
  return `${VIEW_PREFIX}${claims}.${randomBytes(SECRET_BYTES).toString('base64url')}`;
}
