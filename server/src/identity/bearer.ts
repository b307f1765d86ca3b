import type { Identity } from '@academy/identity/mount';
import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';

/** Clocks may differ by this much, seconds. */
const CLOCK_TOLERANCE_S = 5;
/** A grant's life is looked up again after this, ms (security rule 5). */
const GRANT_FRESH_MS = 1_000;
const MOST_GRANTS = 20_000;
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
}

export type BearerResult = { bearer: VerifiedBearer } | { refused: string };

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
 * embedded provider whether the grant still lives.
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
  const keys: JWTVerifyGetKey =
    embedded !== null
      ? createLocalJWKSet(embedded.keys())
      : createRemoteJWKSet(new URL(external?.keysUrl ?? `${issuer}oauth2/v1/keys`), {
          cooldownDuration: 30_000,
          timeoutDuration: 3_000,
        });
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

  async function verify(token: string, use: BearerUse): Promise<BearerResult> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer,
        algorithms: ['RS256'],
        clockTolerance: CLOCK_TOLERANCE_S,
        requiredClaims: ['sub', 'exp', 'aud', 'iat'],
        currentDate: new Date(now()),
      });
      const audiences = [payload.aud ?? []].flat();
      const isAccessToken = sameType(protectedHeader.typ, accessType) && audiences.includes(options.audience);
      const isIdToken =
        !isAccessToken &&
        (protectedHeader.typ === undefined || sameType(protectedHeader.typ, 'jwt')) &&
        audiences.length === 1 &&
        options.clientIds.includes(audiences[0] ?? '');
      if (!isAccessToken && !(use === 'id' && isIdToken))
        return { refused: 'not a token of an accepted type and audience' };
      const bearer = bearerOf(payload, embedded === null ? issuer : EMBEDDED_ISSUER, isIdToken);
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
  };
}

/** Media types may stand with or without their `application/` part, in any letter case. */
function sameType(given: string | undefined, wanted: string | null): boolean {
  const plain = (type: string | null | undefined) => type?.toLowerCase().replace(/^application\//, '');
  return plain(given) === plain(wanted ?? undefined);
}
