import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose';
import type { IdentityStore, KeyChanges, StoredKey } from './identity-store.ts';
import { inUse, type KeyPlan, rotationOf, upkeepOf } from './key-schedule.ts';
import type { Log } from './log.ts';
import { SealedError, type Sealer, type SealingSecrets, sealerOf } from './sealing.ts';

export const SIGNING_ALGORITHM = 'RS256';

/** Cached keys are refreshed after this time, ms: changes take effect on every server within it. */
const FRESH_MS = 1_000;
/** A token with an unknown key causes a look-up at most this often, ms. */
const LOOK_UP_EVERY_MS = 250;

type KeyStore = IdentityStore['signingKeys'];

export interface SigningKeys {
  /** Changes whenever the keys or their order do. */
  version: string;
  /** Private keys, the signing one first. */
  private: JWK[];
  /** The public key set. */
  public: JSONWebKeySet;
}

/** The installation's present signing keys, on a server that runs for months. */
export interface KeyRing {
  /** The keys as last read; none when no key can be decrypted any more. */
  current(): SigningKeys;
  /**
   * Reads them when that was not done within the last second. When the database does not reply, the cached ones stay.
   */
  fresh(): Promise<SigningKeys>;
  /** The key that a token names. An unknown one is looked up, at a bounded rate. */
  readonly verificationKey: JWTVerifyGetKey;
}

/**
 * Opens the installation's signing keys; the first start creates one. Servers that start together end with the same
 * key.
 *
 * @throws when a key in use cannot be decrypted with the secrets
 */
export async function openKeyRing(
  store: KeyStore,
  options: SealingSecrets & { log: Log; now: () => number },
): Promise<KeyRing> {
  const { log, now } = options;
  const sealer = keySealer(options);
  const opened = new Map<string, JWK>();
  let stored: StoredKey[] = [];
  let known: SigningKeys | null = null;
  let verifying: { version: string; keyOf: JWTVerifyGetKey } | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  /** @returns why keys cannot be decrypted; those are neither used nor published, and are retired as usual */
  async function load(): Promise<unknown[]> {
    const found = (await store.list()).filter((key) => key.retiredAt === null);
    const problems: unknown[] = [];
    for (const key of found) {
      if (opened.has(key.kid)) continue;
      try {
        opened.set(key.kid, await openKey(sealer, key));
      } catch (error) {
        problems.push(error);
      }
    }
    for (const kid of opened.keys()) if (!found.some((key) => key.kid === kid)) opened.delete(kid);
    stored = found.filter((key) => opened.has(key.kid));
    return problems;
  }

  /** Concurrent callers share one look-up. */
  function ask(): Promise<void> {
    asking ??= (async () => {
      askedAt = now();
      try {
        for (const error of await load())
          log.error({ err: error }, 'a signing key stays closed: do all servers have the same secret?');
      } catch (error) {
        log.error({ err: error }, 'the signing keys could not be read again; the known ones stay in use');
      } finally {
        asking = null;
      }
    })();
    return asking;
  }

  function current(): SigningKeys {
    const keys = inUse(stored, now());
    const version = keys.map((key) => key.kid).join(' ');
    if (known?.version !== version) {
      const secret = keys.flatMap((key) => opened.get(key.kid) ?? []);
      known = { version, private: secret, public: { keys: secret.map(publicPart) } };
    }
    return known;
  }

  async function fresh(): Promise<SigningKeys> {
    // In both directions, because clocks may be set back.
    if (Math.abs(now() - askedAt) >= FRESH_MS) await ask();
    return current();
  }

  function keyOfNow(): JWTVerifyGetKey {
    const keys = current();
    if (verifying?.version !== keys.version)
      verifying = { version: keys.version, keyOf: createLocalJWKSet(keys.public) };
    return verifying.keyOf;
  }

  if ((await store.list()).every((key) => key.retiredAt !== null)) await keepUp(store, sealer, now);
  askedAt = now();
  for (const error of await load()) throw error;
  if (current().private.length === 0) throw new Error('there is no signing key');

  return {
    current,
    fresh,
    async verificationKey(header, token) {
      await fresh();
      try {
        return await keyOfNow()(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || Math.abs(now() - askedAt) < LOOK_UP_EVERY_MS) throw error;
        await ask();
        return keyOfNow()(header, token);
      }
    },
  };
}

/** Encrypts signing keys at rest. Unencrypted rows are JSON, which begins with a brace. */
export function keySealer(secrets: SealingSecrets): Sealer {
  return sealerOf('academy identity signing key', (text) => text.startsWith('{'), secrets);
}

/**
 * Does the due upkeep: creates the next key in time, retires keys whose tokens have all expired and deletes old rows.
 * Any server may call it, regularly.
 */
export function keepUp(store: KeyStore, sealer: Sealer, now: () => number): Promise<KeyChanges> {
  return store.change(async (keys) => carryOut(upkeepOf(keys, now()), sealer));
}

/**
 * Starts a rotation on request.
 *
 * @param options.atOnce the new key signs now and all others end now: tokens that they signed are refused from then on
 * @param options.secretLost creates the new key although the present ones cannot be decrypted any more
 * @throws SealedError when the secrets do not decrypt the keys in use: servers could not decrypt the new one
 */
export function rotateKeys(
  store: KeyStore,
  sealer: Sealer,
  options: { atOnce: boolean; secretLost?: boolean; now: () => number },
): Promise<KeyChanges> {
  return store.change(async (keys) => {
    // A caller that cannot decrypt the keys in use has another secret than the servers, which could not decrypt the new
    // key.
    if (options.secretLost !== true) await openAll(keys, sealer);
    return carryOut(rotationOf(keys, options.now(), options.atOnce), sealer);
  });
}

/**
 * Opens all keys in use, and returns how many there are.
 *
 * @throws SealedError when the secrets do not decrypt one of them
 */
export async function openAll(keys: readonly StoredKey[], sealer: Sealer): Promise<number> {
  const used = keys.filter(({ retiredAt }) => retiredAt === null);
  for (const key of used) await openKey(sealer, key);
  return used.length;
}

/**
 * Stores all keys as the present secret requires: encrypted with it, or plain without one. Retired keys that cannot be
 * decrypted any more stay as they are.
 * @throws SealedError when a key in use cannot be decrypted
 */
export function resealKeys(store: KeyStore, sealer: Sealer): Promise<KeyChanges> {
  return store.change(async (keys) => {
    const replace: KeyChanges['replace'] = [];
    for (const key of keys) {
      if (await sealer.isCurrent(storedText(key), key.kid)) continue;
      try {
        replace.push({ kid: key.kid, jwk: await sealKey(sealer, await openKey(sealer, key)) });
      } catch (error) {
        if (key.retiredAt === null || !(error instanceof SealedError)) throw error;
      }
    }
    return { add: [], retire: [], remove: [], replace };
  });
}

async function carryOut(plan: KeyPlan, sealer: Sealer): Promise<KeyChanges> {
  const add: KeyChanges['add'] = [];
  if (plan.newSignsFrom !== null) {
    const key = await newKey();
    add.push({ kid: key.kid, jwk: await sealKey(sealer, key), signsFrom: new Date(plan.newSignsFrom) });
  }
  return { add, retire: plan.retire, remove: plan.remove, replace: [] };
}

async function newKey(): Promise<JWK & { kid: string }> {
  const pair = await generateKeyPair(SIGNING_ALGORITHM, { modulusLength: 2048, extractable: true });
  const jwk = await exportJWK(pair.privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: SIGNING_ALGORITHM, use: 'sig' };
}

function publicPart({ kty, n, e, kid, alg, use }: JWK): JWK {
  return JSON.parse(JSON.stringify({ kty, n, e, kid, alg, use })) as JWK;
}

function storedText({ jwk }: Pick<StoredKey, 'jwk'>): string {
  return typeof jwk.jwe === 'string' ? jwk.jwe : JSON.stringify(jwk);
}

async function sealKey(sealer: Sealer, key: JWK): Promise<Record<string, unknown>> {
  const text = await sealer.seal(JSON.stringify(key), key.kid ?? '');
  return sealer.active ? { jwe: text } : { ...key };
}

async function openKey(sealer: Sealer, key: Pick<StoredKey, 'kid' | 'jwk'>): Promise<JWK> {
  try {
    return JSON.parse(await sealer.open(storedText(key), key.kid)) as JWK;
  } catch (error) {
    if (error instanceof SealedError) throw new SealedError(`The signing key ${key.kid}: ${error.message}`);
    throw error;
  }
}
