import { createHash } from 'node:crypto';
import type { Identity } from '@academy/identity/mount';
import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';

/** Clocks may differ by this much, seconds. */
const CLOCK_TOLERANCE_S = 5;
/** A grant's life is looked up again after this, ms (security rule 5). */
const GRANT_FRESH_MS = 1_000;
const MOST_GRANTS = 20_000;
/** Tokens whose signature need not be checked again; a learner brings the same one for ten minutes. */
const MOST_VERIFIED = 10_000;
/** An external issuer's keys are asked for as often as this; a token is remembered no longer, ms. */
const REMEMBERED_MS = 600_000;
/** What the key set says when the external issuer does not answer. */
const UNREACHABLE: ReadonlySet<string> = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC']);

/**
 * How persons of the embedded provider are filed, in place of its address: the academy may move to another host or port
 * without its people becoming strangers.
 */
export const EMBEDDED_ISSUER = 'embedded';

/** `id` accepts identity tokens besides access tokens: good for reading in the cached call style, never for a write. */
export type BearerUse = 'access' | 'id';

/** Who a verified token says its bearer is. */
export interface VerifiedBearer {
  /** `EMBEDDED_ISSUER`, or the external issuer's address. */
  issuer: string;
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
  emailVerified: boolean;
  /** The embedded provider's grant; null with an external one. */
  grantId: string | null;
  clientId: string | null;
  /** The embedded provider's session; null in identity tokens and with an external provider. */
  sessionUid: string | null;
  /** When the token was issued, ms since 1970. */
  issuedAt: number;
  /** When the person last proved to be him- or herself, ms since 1970; null where the token does not say. */
  authenticatedAt: number | null;
}

export type BearerResult = { bearer: VerifiedBearer } | { refused: string };

const NO_ACCEPTED_TOKEN = 'not a token of an accepted type and audience';

/** A token whose signature and claims are right. */
interface Verified {
  use: BearerUse;
  bearer: VerifiedBearer;
  /** Until when it need not be checked again, ms since 1970. */
  until: number;
}

/** What is accepted, and from whom. */
export type BearerOptions = {
  audience: string;
  /** Clients whose identity tokens are accepted. */
  clientIds: readonly string[];
} & (
  | { identity: Pick<Identity, 'issuer' | 'keys' | 'grantIsLive'> }
  | {
      external: {
        issuer: string;
        /** Address of its keys; default `{issuer}oauth2/v1/keys`. */
        keysUrl?: string;
        /** Header type of its access tokens; some providers set none (null). Default `at+jwt`. */
        accessTokenType?: string | null;
      };
    }
);

/**
 * Makes the check of OpenID bearers (security rule 38): signature, algorithm, issuer, audience, type, expiry, and for the
 * embedded provider whether the grant still lives. A token that was verified is known again until it ends or the keys change.
 *
 * @returns a function that never throws for what a client sends; `refused` is a reason for the log
 */
export function bearerVerifier(
  options: BearerOptions,
  now: () => number = Date.now,
): ((token: string, use: BearerUse) => Promise<BearerResult>) & { forget(grantId: string): void } {
  const embedded = 'identity' in options ? options.identity : null;
  const external = 'external' in options ? options.external : null;
  const issuer = embedded?.issuer ?? external?.issuer ?? '';
  const accessType = external?.accessTokenType === undefined ? 'at+jwt' : external.accessTokenType;
  let keySet = embedded?.keys() ?? null;
  let keys: JWTVerifyGetKey =
    embedded !== null
      ? createLocalJWKSet(embedded.keys())
      : createRemoteJWKSet(new URL(external?.keysUrl ?? `${issuer}oauth2/v1/keys`), {
          cooldownDuration: 30_000,
          timeoutDuration: 3_000,
        });
  /** What was verified with the present keys, by the token's hash; the one used last stands last. */
  const verified = new Map<string, Verified>();

  /** The provider hands out another set when its keys change: what the former ones signed is checked anew. */
  function followKeys(): void {
    const present = embedded?.keys() ?? null;
    if (present === null || present === keySet) return;
    keySet = present;
    keys = createLocalJWKSet(present);
    verified.clear();
  }

  const grants = new Map<string, { live: boolean; at: number }>();

  async function grantIsLive(grantId: string): Promise<boolean> {
    if (embedded === null) return true;
    const known = grants.get(grantId);
    if (known !== undefined && now() - known.at < GRANT_FRESH_MS) return known.live;
    const asked = now();
    const live = await embedded.grantIsLive(grantId);
    if (grants.size >= MOST_GRANTS) grants.clear();
    grants.set(grantId, { live, at: asked });
    return live;
  }

  /** @throws JOSEError for what a client got wrong */
  async function verifiedToken(token: string): Promise<Verified | { refused: string }> {
    followKeys();
    const hash = createHash('sha256').update(token).digest('base64');
    const known = verified.get(hash);
    verified.delete(hash);
    if (known !== undefined && now() < known.until) {
      verified.set(hash, known);
      return known;
    }
    const [at, by] = [now(), keys];
    const { payload, protectedHeader } = await jwtVerify(token, by, {
      issuer,
      algorithms: ['RS256'],
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: ['sub', 'exp', 'aud', 'iat'],
      currentDate: new Date(at),
    });
    const audiences = [payload.aud ?? []].flat();
    const isAccessToken = sameType(protectedHeader.typ, accessType) && audiences.includes(options.audience);
    const isIdToken =
      !isAccessToken &&
      (protectedHeader.typ === undefined || sameType(protectedHeader.typ, 'jwt')) &&
      audiences.length === 1 &&
      options.clientIds.includes(audiences[0] ?? '');
    if (!isAccessToken && !isIdToken) return { refused: NO_ACCEPTED_TOKEN };
    const fresh: Verified = {
      use: isAccessToken ? 'access' : 'id',
      bearer: bearerOf(payload, embedded === null ? issuer : EMBEDDED_ISSUER, isIdToken),
      until: Math.min(((payload.exp ?? 0) + CLOCK_TOLERANCE_S) * 1000, at + REMEMBERED_MS),
    };
    // Not when the keys changed meanwhile: what follows must not be taken from former ones.
    if (by !== keys) return fresh;
    if (verified.size >= MOST_VERIFIED) verified.delete(verified.keys().next().value ?? '');
    verified.set(hash, fresh);
    return fresh;
  }

  async function verify(token: string, use: BearerUse): Promise<BearerResult> {
    try {
      const found = await verifiedToken(token);
      if ('refused' in found) return found;
      if (found.use === 'id' && use !== 'id') return { refused: NO_ACCEPTED_TOKEN };
      const { bearer } = found;
      if (embedded !== null) {
        if (bearer.grantId === null) return { refused: 'no grant in the token' };
        if (!(await grantIsLive(bearer.grantId))) return { refused: 'the grant has ended' };
      }
      return { bearer };
    } catch (error) {
      // Keys that cannot be fetched are no fault of the bearer.
      const fault = !(error instanceof errors.JOSEError) || UNREACHABLE.has(error.code);
      if (fault) throw error;
      return { refused: error.code };
    }
  }

  return Object.assign(verify, { forget: (grantId: string) => void grants.delete(grantId) });
}

function bearerOf(payload: JWTPayload, issuer: string, isIdToken: boolean): VerifiedBearer {
  const text = (name: string) => (typeof payload[name] === 'string' ? payload[name] : '');
  const grantId = issuer === EMBEDDED_ISSUER ? text('grant_id') : '';
  const clientId = isIdToken ? [payload.aud ?? []].flat()[0] : text('client_id');
  return {
    issuer,
    subject: payload.sub ?? '',
    email: text('email').toLowerCase(),
    firstName: text('given_name'),
    lastName: text('family_name'),
    emailVerified: payload.email_verified === true,
    grantId: grantId === '' ? null : grantId,
    clientId: clientId === undefined || clientId === '' ? null : clientId,
    sessionUid: (issuer === EMBEDDED_ISSUER && !isIdToken && text('sid')) || null,
    issuedAt: (payload.iat ?? 0) * 1000,
    authenticatedAt: typeof payload.auth_time === 'number' ? payload.auth_time * 1000 : null,
  };
}

/** Media types may stand with or without their `application/` part, in any letter case. */
function sameType(given: string | undefined, wanted: string | null): boolean {
  const plain = (type: string | null | undefined) => type?.toLowerCase().replace(/^application\//, '');
  return plain(given) === plain(wanted ?? undefined);
}
