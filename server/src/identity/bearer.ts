import { hash } from 'node:crypto';
import type { Identity } from '@academy/identity/mount';
import { decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { CacheMemory } from '../memory/cache-memory.ts';
import { serverMemory } from '../memory/memory-plan.ts';
import { type ClaimNames, type Profile, profileOf, STANDARD_CLAIMS } from './provider-claims.ts';

/** Tolerated difference of clocks, seconds. */
const CLOCK_TOLERANCE_S = 5;
/** Whether a grant is valid is cached for this long, ms: the tokens of an ended session work no longer than this. */
const GRANT_FRESH_MS = 1_000;
/** An external issuer's keys are refetched after this time; a verified token is cached no longer, ms. */
const REMEMBERED_MS = 600_000;
/** Faults of the issuer's keys, not of the bearer. */
const UNREACHABLE: ReadonlySet<string> = new Set(['ERR_JWKS_INVALID', 'ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC']);

/**
 * Stored as the issuer of the embedded provider's people in place of its address, so that the academy can move to
 * another host or port without losing them.
 */
export const EMBEDDED_ISSUER = 'embedded';

/** `id` accepts identity tokens besides access tokens: for reads in the cached call style, never for a write. */
export type BearerUse = 'access' | 'id';

/** The identity that a verified token states. */
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
  /** When the person last authenticated, ms since 1970; null where the token does not say. */
  authenticatedAt: number | null;
}

export type BearerResult = { bearer: VerifiedBearer } | { refused: string };

const NO_ACCEPTED_TOKEN = 'not a token of an accepted type and audience';

/** A token with a valid signature and valid claims. */
interface Verified {
  use: BearerUse;
  bearer: VerifiedBearer;
}

/** The form of another provider's tokens. */
export interface ExternalTokens {
  /** Exact value of `iss`. */
  issuer: string;
  keys: JWTVerifyGetKey;
  algorithms: readonly string[];
  /** Header type of its access tokens; null: it sets none. */
  accessTokenType: string | null;
  /** Claim of access tokens that names their audience. */
  audienceClaim: string;
  claims: ClaimNames;
  /** Looks up the subject of an access token without an e-mail address. */
  userinfo: (token: string, subject: string) => Promise<Profile | null>;
}

/** Which tokens are accepted. */
export type BearerOptions = {
  /** An access token must name one of them. */
  audience: string | readonly string[];
  /** Clients whose identity tokens are accepted. */
  clientIds: readonly string[];
  /** Where verified tokens are cached; left out, memory of the default setting. */
  memory?: CacheMemory;
} & (
  | { identity: Pick<Identity, 'issuer' | 'keys' | 'freshKeys' | 'verificationKey' | 'grantIsLive'> }
  | { external: ExternalTokens }
);

/**
 * Makes the check of OpenID bearers: signature, algorithm, issuer, audience, type, expiry, and for the embedded
 * provider whether the grant is still valid. A verified token is cached until it expires or the keys change.
 *
 * @returns a function that never throws for what a client sends; `refused` is a reason for the log
 */
export function bearerVerifier(
  options: BearerOptions,
  now: () => number = Date.now,
): ((token: string, use: BearerUse) => Promise<BearerResult>) & {
  forget(grantId?: string): void;
  grantIsLive(grantId: string): Promise<boolean>;
  former(token: string): Promise<VerifiedBearer | null>;
} {
  const embedded = 'identity' in options ? options.identity : null;
  const external = 'external' in options ? options.external : null;
  const issuer = embedded?.issuer ?? external?.issuer ?? '';
  const accessType = external === null ? 'at+jwt' : external.accessTokenType;
  const audienceClaim = external?.audienceClaim ?? 'aud';
  const acceptedAudiences = [options.audience].flat();
  let keySet = embedded?.keys() ?? null;
  const keys = 'identity' in options ? options.identity.verificationKey : options.external.keys;
  const memory = options.memory ?? serverMemory().caches;
  /** Tokens that were verified with the present keys, by their hash. */
  const verified = memory.cache<Verified>('tokens', { ttl: REMEMBERED_MS, now });

  /** The provider returns another key set when its keys change: tokens signed by the former keys are verified again. */
  async function followKeys(): Promise<void> {
    const present = (await embedded?.freshKeys()) ?? null;
    if (present === null || present === keySet) return;
    keySet = present;
    verified.clear();
  }

  const grants = memory.cache<boolean>('sessions', { ttl: GRANT_FRESH_MS, now });

  async function grantIsLive(grantId: string): Promise<boolean> {
    if (embedded === null) return true;
    const known = grants.get(grantId);
    if (known !== undefined) return known;
    const start = now();
    const live = await embedded.grantIsLive(grantId);
    grants.set(grantId, live, { start });
    return live;
  }

  /** @throws JOSEError for what a client got wrong */
  async function verifiedToken(token: string): Promise<Verified | { refused: string }> {
    await followKeys();
    const digest = hash('sha256', token, 'base64');
    const known = verified.get(digest);
    if (known !== undefined) return known;
    const [at, by] = [now(), keySet];
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      algorithms: [...(external?.algorithms ?? ['RS256'])],
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: ['sub', 'exp', 'iat'],
      currentDate: new Date(at),
    });
    const audiences = textsOf(payload.aud);
    const meant = textsOf(payload[audienceClaim]).filter((one) => acceptedAudiences.includes(one));
    const isAccessToken =
      meant.length > 0 &&
      sameType(protectedHeader.typ, accessType) &&
      !looksLikeIdToken(payload, accessType, meant, options.clientIds);
    const isIdToken =
      !isAccessToken &&
      (protectedHeader.typ === undefined || sameType(protectedHeader.typ, 'jwt')) &&
      audiences.length === 1 &&
      options.clientIds.includes(audiences[0] ?? '');
    if (!isSubject(payload.sub)) return { refused: 'no subject in the token' };
    if (!isAccessToken && !isIdToken) return { refused: NO_ACCEPTED_TOKEN };
    const fresh: Verified = {
      use: isAccessToken ? 'access' : 'id',
      bearer: bearerOf(payload, external, isIdToken),
    };
    // Not cached when the keys changed meanwhile: the result may stem from the former ones.
    if (by !== keySet) return fresh;
    const endsAt = ((payload.exp ?? 0) + CLOCK_TOLERANCE_S) * 1000;
    verified.set(digest, fresh, { start: at, ttl: Math.min(endsAt - at, REMEMBERED_MS) });
    return fresh;
  }

  async function verify(token: string, use: BearerUse): Promise<BearerResult> {
    try {
      const found = await verifiedToken(token);
      if ('refused' in found) return found;
      if (found.use === 'id' && use !== 'id') return { refused: NO_ACCEPTED_TOKEN };
      let { bearer } = found;
      if (external !== null && bearer.email === '') {
        const profile = await external.userinfo(token, bearer.subject);
        if (profile !== null) bearer = { ...bearer, ...profile };
      }
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

  /**
   * What an access token of the embedded provider stated, whether it has expired or its grant has ended; null for any
   * other text. Good for a message, never for a right.
   */
  async function former(token: string): Promise<VerifiedBearer | null> {
    if (embedded === null) return null;
    try {
      const currentDate = new Date((decodeJwt(token).iat ?? 0) * 1000);
      const terms = { issuer, audience: acceptedAudiences, algorithms: ['RS256'], typ: 'at+jwt', currentDate };
      return bearerOf((await jwtVerify(token, keys, terms)).payload, null, false);
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      return null;
    }
  }

  /** @param grantId left out: all grants */
  const forget = (grantId?: string) => (grantId === undefined ? grants.clear() : void grants.delete(grantId));
  return Object.assign(verify, { forget, grantIsLive, former });
}

function bearerOf(payload: JWTPayload, external: ExternalTokens | null, isIdToken: boolean): VerifiedBearer {
  const text = (name: string) => (typeof payload[name] === 'string' ? payload[name] : '');
  const embedded = external === null;
  const clientId = isIdToken ? textsOf(payload.aud)[0] : text('client_id') || text('azp') || text('cid');
  return {
    issuer: embedded ? EMBEDDED_ISSUER : external.issuer,
    subject: payload.sub ?? '',
    ...profileOf(payload, embedded ? STANDARD_CLAIMS : external.claims),
    grantId: (embedded && text('grant_id')) || null,
    clientId: clientId || null,
    sessionUid: (embedded && !isIdToken && text('sid')) || null,
    issuedAt: (payload.iat ?? 0) * 1000,
    authenticatedAt: typeof payload.auth_time === 'number' ? payload.auth_time * 1000 : null,
  };
}

/**
 * Where access tokens have no type of their own and name the client itself as audience, an identity token of that
 * client differs only by the claims that repeat the sign-in.
 */
function looksLikeIdToken(
  payload: JWTPayload,
  accessType: string | null,
  meant: readonly string[],
  clientIds: readonly string[],
): boolean {
  if (sameType('at+jwt', accessType) || !meant.some((one) => clientIds.includes(one))) return false;
  return 'nonce' in payload || 'at_hash' in payload || 'c_hash' in payload || payload.typ === 'ID';
}

/** A short text, as the standard demands: people are stored under it. */
function isSubject(claim: unknown): boolean {
  return typeof claim === 'string' && claim !== '' && claim.length <= 255;
}

/** The texts of a claim that may be one text or a list. */
function textsOf(claim: unknown): string[] {
  return [claim].flat().filter((one) => typeof one === 'string');
}

/** Media types may be written with or without `application/`, in any letter case. */
function sameType(given: string | undefined, expected: string | null): boolean {
  const plain = (type: string | null | undefined) => type?.toLowerCase().replace(/^application\//, '');
  return plain(given) === plain(expected ?? undefined);
}
