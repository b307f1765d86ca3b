import type { Addresses, ProviderEndpoints } from '../settings/addresses.ts';
import type { ExternalTokens } from './bearer.ts';
import { keepDiscovering } from './discovery.ts';
import { type ClaimNames, STANDARD_CLAIMS, userinfo } from './provider-claims.ts';
import { providerKeys } from './provider-keys.ts';

/** Opaque tokens are logged this often at most, ms: any client can send one. */
const LOG_OPAQUE_EVERY_MS = 60_000;

export interface ProviderLog {
  info(message: string): void;
  warn(values: object, message: string): void;
}

/** What an external provider's tokens look like. */
export interface ProviderSettings {
  signingAlgorithms: string[];
  /** Header type; `none`: not checked. */
  accessTokenType: string;
  /** Claim that names the audience. */
  audienceClaim: string;
  /** Names of claims where they are not the standard's. */
  claims: Partial<ClaimNames> | null;
}

export interface ExternalProvider extends ExternalTokens {
  /** Called with a refused bearer: logs it when the provider issues tokens that cannot be verified. */
  noteRefused(token: string): void;
  close(): void;
}

/**
 * Connects to another OpenID Connect provider by settings alone: discovers its endpoints and caches its keys.
 *
 * @param learned called with the endpoints, at first and when they change
 * @returns after the first attempt; an unreachable provider does not stop the academy
 */
export async function connectProvider(
  settings: ProviderSettings,
  addresses: Pick<Addresses, 'issuer' | 'endpoints' | 'givenEndpoints'>,
  log: ProviderLog,
  learned: (endpoints: ProviderEndpoints) => void,
): Promise<ExternalProvider> {
  const closing = new AbortController();
  const names = { ...STANDARD_CLAIMS, ...settings.claims };
  let endpoints = addresses.endpoints;
  let opaqueLoggedAt = Number.NEGATIVE_INFINITY;
  if (endpoints === null) {
    await keepDiscovering({
      issuer: addresses.issuer,
      given: addresses.givenEndpoints,
      learned(found) {
        endpoints = found;
        learned(found);
      },
      log,
      signal: closing.signal,
    });
  }
  return {
    issuer: addresses.issuer,
    keys: providerKeys(() => endpoints?.keys ?? addresses.givenEndpoints.keys ?? null),
    algorithms: settings.signingAlgorithms,
    accessTokenType: settings.accessTokenType === 'none' ? null : settings.accessTokenType,
    audienceClaim: settings.audienceClaim,
    claims: names,
    userinfo: userinfo(() => endpoints?.userinfo ?? null, { names, log }),
    noteRefused(token) {
      const now = Date.now();
      if (token.split('.').length === 3 || now - opaqueLoggedAt < LOG_OPAQUE_EVERY_MS) return;
      opaqueLoggedAt = now;
      log.warn(
        { issuer: addresses.issuer },
        'a bearer is not a JSON Web Token: the identity provider must issue access tokens of that kind, see docs/how-to/external-sign-in.md',
      );
    },
    close: () => closing.abort(),
  };
}
