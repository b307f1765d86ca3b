import { hkdfSync } from 'node:crypto';
import {
  CompactEncrypt,
  calculateJwkThumbprint,
  compactDecrypt,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWK,
} from 'jose';
import type { IdentityStore, StoredKey } from './identity-store.ts';

export const SIGNING_ALGORITHM = 'RS256';

export interface SigningKeys {
  /** Private keys, the signing one first. */
  private: JWK[];
  /** What may be shown to everybody. */
  public: JSONWebKeySet;
}

/**
 * The installation's signing keys; the first start makes one. Two servers that start together end with the same key:
 * only the first one stored counts, and both read it back.
 *
 * @param secret encrypts private keys at rest when it is given
 * @throws when a stored key cannot be opened with the secret
 */
export async function loadSigningKeys(store: IdentityStore['signingKeys'], secret?: string): Promise<SigningKeys> {
  let stored = await store.list();
  if (stored.length === 0) {
    await store.insertFirst(await seal(await newKey(), secret));
    stored = await store.list();
  }
  const keys = await Promise.all(stored.map((key) => open(key, secret)));
  if (keys.length === 0) throw new Error('there is no signing key');
  return { private: keys, public: { keys: keys.map(publicPart) } };
}

async function newKey(): Promise<JWK> {
  const pair = await generateKeyPair(SIGNING_ALGORITHM, { modulusLength: 2048, extractable: true });
  const jwk = await exportJWK(pair.privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: SIGNING_ALGORITHM, use: 'sig' };
}

function publicPart({ kty, n, e, kid, alg, use }: JWK): JWK {
  return JSON.parse(JSON.stringify({ kty, n, e, kid, alg, use })) as JWK;
}

async function seal(key: JWK, secret: string | undefined): Promise<StoredKey> {
  const kid = key.kid ?? '';
  if (secret === undefined) return { kid, jwk: { ...key } };
  const jwe = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(key)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid })
    .encrypt(sealingKey(secret));
  return { kid, jwk: { jwe } };
}

async function open(stored: StoredKey, secret: string | undefined): Promise<JWK> {
  const { jwe } = stored.jwk;
  if (typeof jwe !== 'string') return stored.jwk as JWK;
  if (secret === undefined)
    throw new Error('the signing key is encrypted and no secret to open it is set (identity key secret)');
  const { plaintext } = await compactDecrypt(jwe, sealingKey(secret)).catch(() => {
    throw new Error('the signing key cannot be opened with this secret (identity key secret)');
  });
  return JSON.parse(new TextDecoder().decode(plaintext)) as JWK;
}

function sealingKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'academy identity signing key', 32));
}
