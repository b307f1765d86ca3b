import { createPrivateKey, type JsonWebKey, type KeyObject, sign } from 'node:crypto';
import type { Connection } from '@academy/server/db/connect';
import type { PoolPerson } from './fill.ts';

/** As those of the provider. */
const VALID_S = 600;
/** A token is made anew after this time: some calls want a person who logged in a moment ago, ms. */
const FRESH_MS = 300_000;

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const part = (token: string, at: number) =>
  JSON.parse(Buffer.from(token.split('.')[at] ?? '', 'base64url').toString()) as Record<string, unknown>;

/**
 * Makes access tokens for people whose sessions were filled in: the claims of a real token with other names, signed with
 * the key of this academy, which has no key secret.
 *
 * @param token of a real sign-in
 */
export async function bearerMaker(pool: Connection['pool'], token: string): Promise<(person: PoolPerson) => string> {
  const [header, claims] = [part(token, 0), part(token, 1)];
  const { rows } = await pool.query<{ jwk: JsonWebKey }>('select jwk from signing_key where kid = $1', [header.kid]);
  const key: KeyObject = createPrivateKey({ key: rows[0]?.jwk ?? {}, format: 'jwk' });
  const kept = new Map<string, { bearer: string; at: number }>();
  return ({ n, accountId, email, firstName, lastName }) => {
    const known = kept.get(n);
    if (known !== undefined && Date.now() - known.at < FRESH_MS) return known.bearer;
    const now = Math.floor(Date.now() / 1000);
    const own = {
      ...{ ...claims, sub: accountId, email, given_name: firstName, family_name: lastName },
      ...{
        grant_id: `growth-grant-${n}`,
        sid: `growth-sid-${n}`,
        iat: now - 5,
        exp: now + VALID_S,
        auth_time: now - 5,
      },
    };
    const signed = `${base64(header)}.${base64(own)}`;
    const bearer = `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
    kept.set(n, { bearer, at: Date.now() });
    return bearer;
  };
}
