import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { fetchText } from './provider-fetch.ts';

/** Keys are refreshed in the background after this time, ms. */
const RENEW_AFTER_MS = 600_000;
/** Unknown key ids, and providers that do not reply, cause at most one request within this time, ms. */
const COOL_DOWN_MS = 30_000;
const COOL_DOWN_AFTER_FAILURE_MS = 5_000;

/** The provider's keys are not available: not the bearer's fault, so the client may retry. */
export class ProviderUnreachable extends Error {
  constructor(cause: unknown) {
    super('the keys of the identity provider cannot be fetched', { cause });
    this.name = 'ProviderAway';
  }
}

/**
 * The keys of an external provider, by address. Cached keys stay valid while it is unreachable.
 *
 * @param address null while it is not discovered
 * @throws ProviderUnreachable from the returned function; JOSEError for a key that does not exist
 */
export function providerKeys(address: () => string | null, now: () => number = Date.now): JWTVerifyGetKey {
  let known: { url: string; keys: ReturnType<typeof createRemoteJWKSet>; askedAt: number } | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;

  async function fetchKeys(url: string): Promise<Response> {
    if (now() - failedAt < COOL_DOWN_AFTER_FAILURE_MS) throw new ProviderUnreachable('it did not answer a moment ago');
    try {
      return new Response(await fetchText(url), { status: 200 });
    } catch (error) {
      failedAt = now();
      throw new ProviderUnreachable(error);
    }
  }

  return async (header, token) => {
    const url = address();
    if (url === null) throw new ProviderUnreachable('its addresses are not known yet');
    if (known?.url !== url) {
      const keys = createRemoteJWKSet(new URL(url), {
        cooldownDuration: COOL_DOWN_MS,
        // Refreshed below, so that a missing reply does not drop the cached keys.
        cacheMaxAge: Number.POSITIVE_INFINITY,
        [customFetch]: fetchKeys,
      });
      known = { url, keys, askedAt: now() };
    }
    if (now() - known.askedAt > RENEW_AFTER_MS) {
      known.askedAt = now();
      known.keys.reload().catch(() => {});
    }
    return known.keys(header, token);
  };
}
