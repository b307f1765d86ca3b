import { createHash } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Artifact, IdentityStore } from './identity-store.ts';

/** Models whose id is a secret that its bearer shows: the table holds only the hash of it. */
const SECRET_IDS = new Set(['AuthorizationCode', 'RefreshToken', 'Session', 'Interaction']);

/**
 * A refresh token still works for this long after its first use, ms: the answer may have been lost on the way, or a second
 * tab may have read the token a moment too early. After it, a second use ends the grant.
 */
export const REFRESH_GRACE_MS = 25_000;

/** The storage that the protocol engine asks for, over the identity store. @param now for tests that cannot wait */
export function createAdapter(store: IdentityStore['artifacts'], now: () => number): (model: string) => Adapter {
  return (model) => {
    const secret = SECRET_IDS.has(model);
    const keyOf = (id: string) => (secret ? createHash('sha256').update(id).digest('hex') : id);

    function restore(artifact: Artifact | null, id: string | null): AdapterPayload | undefined {
      if (artifact === null) return undefined;
      const { successor: _sealed, ...payload }: AdapterPayload = { ...artifact.payload };
      if (secret && id !== null) {
        payload.jti = id;
        if (payload.returnTo !== undefined) payload.returnTo = payload.returnTo.replaceAll(ID_PLACE, id);
      }
      const { consumedAt } = artifact;
      if (consumedAt !== null && (model !== 'RefreshToken' || now() - consumedAt.getTime() > REFRESH_GRACE_MS))
        payload.consumed = Math.floor(consumedAt.getTime() / 1000);
      return payload;
    }

    return {
      async upsert(id, payload, expiresIn) {
        // A refresh token is written once: calls with the same predecessor store the same one, and one may be used already.
        const write = model === 'RefreshToken' ? store.add : store.upsert;
        await write(model, keyOf(id), {
          payload: storable(secret ? withoutSecrets(id, payload) : { ...payload }),
          grantId: payload.grantId ?? null,
          uid: payload.uid ?? null,
          expiresAt: expiresIn === undefined ? null : new Date(now() + expiresIn * 1000),
        });
      },
      async find(id) {
        // Clients come from the tenants' configuration alone; any other id is unknown.
        if (model === 'Client') return undefined;
        return restore(await store.find(model, keyOf(id)), id);
      },
      async findByUid(uid) {
        return restore(await store.findByUid(model, uid), null);
      },
      async findByUserCode() {
        return undefined;
      },
      async consume(id) {
        const first = await store.consume(model, keyOf(id));
        // Two requests with the same code in the same moment: the engine's own look saw both fresh.
        if (!first && model === 'AuthorizationCode')
          throw new errors.InvalidGrant('authorization code already consumed');
      },
      async destroy(id) {
        await store.destroy(model, keyOf(id));
      },
      async revokeByGrantId(grantId) {
        await store.revokeByGrantId(model, grantId);
      },
    };
  };
}

/** Databases refuse the zero character, which requests may hold; none of ours does. */
function storable<T>(value: T): T {
  const clean = (one: unknown): unknown => {
    if (typeof one === 'string') return one.replaceAll('\0', '');
    if (Array.isArray(one)) return one.map(clean);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [clean(name), clean(inner)]));
  };
  return clean(value) as T;
}

/** Stands in stored addresses for the id that the row must not hold. */
const ID_PLACE = '{id}';

function withoutSecrets(id: string, { jti: _id, ...payload }: AdapterPayload): Record<string, unknown> {
  const stored = { ...payload };
  if (stored.returnTo !== undefined) stored.returnTo = stored.returnTo.replaceAll(id, ID_PLACE);
  // An interaction notes the session's cookie, which nothing reads.
  if (stored.session !== undefined) stored.session = { ...stored.session, cookie: undefined };
  return stored;
}
