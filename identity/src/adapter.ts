import { createHash } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Artifact, IdentityStore } from './identity-store.ts';

/** Models whose id is a bearer's secret: the table stores only its hash. */
const SECRET_IDS = new Set(['AuthorizationCode', 'RefreshToken', 'Session', 'Interaction']);

/**
 * A refresh token still works for this long after its first use, ms: the reply may have been lost, or a second tab may
 * have read the token a moment too early. After it, a second use ends the grant.
 */
export const REFRESH_GRACE_MS = 25_000;

/** The provider library's storage interface, over the identity store. @param now clock of tests */
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
        // A refresh token is written once: calls with the same predecessor store the same one, and one may be used
        // already.
        const write = model === 'RefreshToken' ? store.add : store.upsert;
        await write(model, keyOf(id), {
          payload: storable(secret ? withoutSecrets(id, payload) : { ...payload }),
          grantId: payload.grantId ?? null,
          uid: payload.uid ?? null,
          expiresAt: expiresIn === undefined ? null : new Date(now() + expiresIn * 1000),
        });
      },
      async find(id) {
        // Clients are defined by the tenants' configuration only; any other id is unknown.
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
        // Two simultaneous requests with the same code: the library's own check saw it unused in both.
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

/** Removes NUL characters, which databases refuse and requests may contain; none of our values has one. */
function storable<T>(value: T): T {
  const clean = (one: unknown): unknown => {
    if (typeof one === 'string') return one.replaceAll('\0', '');
    if (Array.isArray(one)) return one.map(clean);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [clean(name), clean(inner)]));
  };
  return clean(value) as T;
}

/** Placeholder in stored addresses for the id, which the row must not contain. */
const ID_PLACE = '{id}';

function withoutSecrets(id: string, { jti: _id, ...payload }: AdapterPayload): Record<string, unknown> {
  const stored = { ...payload };
  if (stored.returnTo !== undefined) stored.returnTo = stored.returnTo.replaceAll(id, ID_PLACE);
  // An interaction contains the session's cookie, which nothing reads.
  if (stored.session !== undefined) stored.session = { ...stored.session, cookie: undefined };
  return stored;
}
