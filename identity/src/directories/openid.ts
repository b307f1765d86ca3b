import { LRUCache } from 'lru-cache';
import * as client from 'openid-client';
import type { Sealer } from '../sealing.ts';
import type { Claims } from './claims.ts';
import type { Directory } from './directory.ts';

/** What a provider's documents and keys are read anew after, ms. */
const KEEP_MS = 10 * 60_000;
/** Longest time for one reply of a provider, s. */
const TIMEOUT_S = 5;

/** What a log-in at a provider must come back with. */
export interface Expected {
  state: string;
  nonce: string;
  verifier: string;
}

export interface OpenIdOptions {
  sealer: Sealer;
  /** Makes the requests; refuses addresses that are not allowed. */
  fetch: typeof fetch;
  /** Of the academy itself. */
  issuer: string;
}

/** Where the provider of a directory redirects to. One address each, so that no provider gets the codes of another. */
export const redirectUriOf = (issuer: string, directoryId: string): string =>
  `${issuer}directory/${directoryId}/callback`;

/** Log-in at customers' providers by OpenID Connect. */
export function openIdProviders({ sealer, fetch, issuer }: OpenIdOptions) {
  const known = new LRUCache<string, client.Configuration>({ max: 500, ttl: KEEP_MS });

  async function configured(directory: Directory): Promise<client.Configuration> {
    const { directoryId, clientId, clientSecret } = directory;
    const key = JSON.stringify([directory.issuer, clientId, clientSecret]);
    const before = known.get(key);
    if (before !== undefined) return before;
    const secret = clientSecret === null ? null : openSecret(await sealer.open(clientSecret, directoryId));
    const found = await client.discovery(
      new URL(directory.issuer),
      clientId,
      undefined,
      secret === null ? client.None() : authentication(secret),
      {
        timeout: TIMEOUT_S,
        [client.customFetch]: fetch as client.CustomFetch,
        // Only on this machine, where `fetch` permits it.
        execute: [
          client.enableNonRepudiationChecks,
          ...(directory.issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
        ],
      },
    );
    // The library compares addresses, and tokens name a text: both must be the same.
    if (found.serverMetadata().issuer !== directory.issuer) throw new Error(`the provider names another issuer`);
    known.set(key, found);
    return found;
  }

  return {
    /** Address of the log-in. @param fresh whether the person must log in anew */
    async begin(directory: Directory, expected: Expected, { hint, fresh }: { hint: string | null; fresh: boolean }) {
      const found = await configured(directory);
      return client.buildAuthorizationUrl(found, {
        redirect_uri: redirectUriOf(issuer, directory.directoryId),
        scope: directory.scopes,
        state: expected.state,
        nonce: expected.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(expected.verifier),
        code_challenge_method: 'S256',
        ...(hint === null ? {} : { login_hint: hint }),
        ...(fresh ? { prompt: 'login' } : {}),
      }).href;
    },

    /**
     * Redeems the code of a return. Checks issuer, audience, nonce, signature and times of the ID token, and the issuer
     * of the reply where the provider names it. The access token is used for userinfo only and never read.
     *
     * @param query of the address that the browser returned to
     * @throws when anything is wrong with it
     */
    async redeem(directory: Directory, query: URLSearchParams, expected: Expected): Promise<Claims & { sub: string }> {
      const found = await configured(directory);
      const returned = new URL(`${redirectUriOf(issuer, directory.directoryId)}?${query}`);
      const tokens = await client.authorizationCodeGrant(found, returned, {
        expectedState: expected.state,
        expectedNonce: expected.nonce,
        pkceCodeVerifier: expected.verifier,
        idTokenExpected: true,
      });
      const token = tokens.claims();
      if (token === undefined) throw new Error('the provider sent no ID token');
      const more =
        found.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await client.fetchUserInfo(found, tokens.access_token, token.sub);
      return { ...more, ...token };
    },
  };
}

export type OpenIdProviders = ReturnType<typeof openIdProviders>;

/** By header where the provider takes it, as the standard prefers; else in the form. */
function authentication(secret: string): client.ClientAuth {
  return (server, of, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const how = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost;
    how(secret)(server, of, body, headers);
  };
}

const PLAIN = 'secret:';
/** Recognises a client secret that is not encrypted. */
export const isPlainClientSecret = (stored: string): boolean => stored.startsWith(PLAIN);
/** A client secret as it is encrypted and stored. */
export const storedSecret = (secret: string): string => `${PLAIN}${secret}`;
const openSecret = (opened: string): string => opened.slice(PLAIN.length);
