import { LRUCache } from 'lru-cache';
import * as client from 'openid-client';
import type { Sealer } from '../sealing.ts';
import { type Directory, type DirectoryProtocol, redirectUriOf } from './directory.ts';

/** What a provider's documents and keys are read anew after, ms. */
const KEEP_MS = 10 * 60_000;
/** Longest time for one reply of a provider, s. */
const TIMEOUT_S = 5;

export interface OpenIdOptions {
  sealer: Sealer;
  /** Makes the requests; refuses addresses that are not allowed. */
  fetch: typeof fetch;
  /** Of the academy itself. */
  issuer: string;
}

/** Log-in at customers' providers by OpenID Connect. */
export function openIdProviders({ sealer, fetch, issuer }: OpenIdOptions): DirectoryProtocol {
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
    async begin(directory, expected, { hint, fresh }) {
      const found = await configured(directory);
      return client.buildAuthorizationUrl(found, {
        redirect_uri: redirectUriOf(issuer, directory.directoryId),
        scope: directory.scopes,
        state: expected.state,
        nonce: expected.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(expected.verifier),
        code_challenge_method: 'S256',
        ...(hint === null ? {} : { login_hint: hint }),
        // With `max_age` the provider must say when the person logged in.
        ...(fresh ? { prompt: 'login', max_age: '0' } : {}),
      }).href;
    },

    /**
     * Redeems the code of a return. Checks issuer, audience, nonce, signature and times of the ID token, and the issuer
     * of the reply where the provider names it. The access token is used for userinfo only and never read.
     */
    async redeem(directory, query, expected) {
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
      return { claims: { ...more, ...token }, logOutHint: tokens.id_token ?? null };
    },

    async logOut(directory, hint, { address, state }) {
      const found = await configured(directory);
      if (found.serverMetadata().end_session_endpoint === undefined) return null;
      return client.buildEndSessionUrl(found, {
        id_token_hint: hint,
        post_logout_redirect_uri: address,
        state,
      }).href;
    },
  };
}

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
export const openSecret = (opened: string): string => opened.slice(PLAIN.length);
