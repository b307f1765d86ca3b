import { createPrivateKey, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { SealedError, type Sealer, type SealingSecrets, sealerOf } from '@academy/identity/sealing';
import { desc, eq, sql } from 'drizzle-orm';
import { certificateKey } from '../db/certificate-tables.ts';
import type { Database } from '../db/connect.ts';
import type { Queries } from '../db/transaction.ts';
import { multikey } from './multibase.ts';

/** Lock held while the first key is made, so that servers that start together agree on one. */
const KEY_LOCK = 0x1d_ce7;

/** A key that signs credentials. */
export interface CertificateKey {
  /** The public key as a multikey (`z6Mk...`). */
  kid: string;
  private: KeyObject;
}

interface StoredKey {
  kid: string;
  jwk: { jwe: string } | JsonWebKey;
}

const sealerWith = (secrets: SealingSecrets): Sealer =>
  sealerOf('academy certificate key', (stored) => stored.startsWith('{'), secrets);

const textOf = ({ jwk }: StoredKey): string => ('jwe' in jwk ? String(jwk.jwe) : JSON.stringify(jwk));

async function sealed(sealer: Sealer, jwk: JsonWebKey, kid: string): Promise<StoredKey['jwk']> {
  const text = await sealer.seal(JSON.stringify(jwk), kid);
  return sealer.active ? { jwe: text } : jwk;
}

const all = async (queries: Queries): Promise<StoredKey[]> =>
  (await queries.select().from(certificateKey).orderBy(desc(certificateKey.createdAt))) as StoredKey[];

/**
 * The installation's keys for credentials, the signing one first; the first caller creates it. All of them verify
 * forever.
 *
 * @throws SealedError when the signing key cannot be decrypted with the secrets
 */
export async function certificateKeys(
  db: Database,
  secrets: SealingSecrets,
): Promise<{ signing: CertificateKey; kids: string[] }> {
  const sealer = sealerWith(secrets);
  let keys = await all(db);
  if (keys.length === 0) keys = await db.transaction((tx) => firstKey(tx, sealer));
  const [newest] = keys;
  if (newest === undefined) throw new Error('there is no key for certificates');
  const jwk = JSON.parse(await sealer.open(textOf(newest), newest.kid)) as JsonWebKey;
  const signing = { kid: newest.kid, private: createPrivateKey({ key: jwk, format: 'jwk' }) };
  return { signing, kids: keys.map(({ kid }) => kid) };
}

async function firstKey(tx: Queries, sealer: Sealer): Promise<StoredKey[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${KEY_LOCK})`);
  const others = await all(tx);
  return others.length > 0 ? others : [await newKey(tx, sealer)];
}

async function newKey(queries: Queries, sealer: Sealer): Promise<StoredKey> {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const kid = multikey(jwk.x ?? '');
  const key = { kid, jwk: await sealed(sealer, jwk, kid) };
  await queries.insert(certificateKey).values(key);
  return key;
}

/**
 * Stores all keys as the present secret requires: encrypted with it, or plain without one.
 *
 * @param secretLost keys that cannot be decrypted any more stay for verification, and a new key signs
 * @returns number of keys that were rewritten
 * @throws SealedError when one cannot be decrypted, unless the secret is lost
 */
export async function resealCertificateKeys(
  queries: Queries,
  secrets: SealingSecrets,
  secretLost = false,
): Promise<number> {
  const sealer = sealerWith(secrets);
  let changed = 0;
  for (const [place, key] of (await all(queries)).entries()) {
    if (await sealer.isCurrent(textOf(key), key.kid)) continue;
    try {
      const jwk = JSON.parse(await sealer.open(textOf(key), key.kid)) as JsonWebKey;
      const stored = await sealed(sealer, jwk, key.kid);
      await queries.update(certificateKey).set({ jwk: stored }).where(eq(certificateKey.kid, key.kid));
      changed += 1;
    } catch (error) {
      if (!secretLost || !(error instanceof SealedError)) throw error;
      if (place > 0) continue;
      await newKey(queries, sealer);
      changed += 1;
    }
  }
  return changed;
}
