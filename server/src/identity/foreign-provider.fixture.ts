import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

/** A person at the foreign provider, with that provider's claim names. */
export interface ForeignPerson {
  id: string;
  claims: Record<string, unknown>;
}

export interface ForeignOptions {
  people: readonly ForeignPerson[];
  algorithm?: 'RS256' | 'ES256';
  /** Header type of access tokens. */
  accessTokenType?: string;
  audience?: string;
  /** Whether access tokens contain claims about their subject; the userinfo endpoint always returns them. */
  claimsInTokens?: boolean;
  /** Access tokens are random texts. */
  opaque?: boolean;
  /** Further entries of the discovery document. */
  discovery?: Record<string, unknown>;
  port?: number;
}

export interface ForeignProvider {
  /** Without a trailing slash. */
  issuer: string;
  port: number;
  /** Requested paths, in order. */
  asked: string[];
  /** Signs a person in as an academy's page would. @returns the reply of the token endpoint */
  signIn(personId: string): Promise<Record<string, string>>;
  refresh(refreshToken: string | undefined): Promise<Record<string, string>>;
  /** Refuses connections until `comeBack`; keys and sessions stay. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

export const FOREIGN_CLIENT = 'school-spring';
const REDIRECT = 'http://spring.localhost:3000/login/callback';
const PATH = '/realms/school';
const RESOURCE = 'urn:school:api';
const SCOPE = 'openid profile email';

/**
 * A provider configured differently from the embedded one: an issuer with a path and without a trailing slash, other
 * paths, other keys, other claims. The person in the login hint is signed in without a question.
 */
export async function startForeignProvider(options: ForeignOptions): Promise<ForeignProvider> {
  const server = createServer();
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  await listen(options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  const goAway = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const issuer = `http://127.0.0.1:${port}${PATH}`;
  const provider = new Provider(issuer, await configuration(issuer, options));
  const engine = provider.callback();
  const asked: string[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '/';
    asked.push(url.split('?')[0] ?? '');
    if (url === `${PATH}/profile`) {
      const { sub } = decodeJwt(request.headers.authorization?.slice('Bearer '.length) ?? '');
      response.end(JSON.stringify({ sub, ...options.people.find(({ id }) => id === sub)?.claims }));
    } else if (url.startsWith(`${PATH}/interaction/`)) {
      const { params } = await provider.interactionDetails(request, response);
      const login = { accountId: String(params.login_hint) };
      await provider.interactionFinished(request, response, { login });
    } else {
      Object.assign(request, { originalUrl: url, url: url.slice(PATH.length) });
      await engine(request, response);
    }
  }
  server.on('request', (request, response) => void answer(request, response));

  return {
    issuer,
    port,
    asked,
    signIn: (personId) => signIn(issuer, personId),
    refresh: (token) => tokenCall(issuer, { grant_type: 'refresh_token', refresh_token: token ?? '' }),
    goAway,
    comeBack: () => listen(port),
    close: goAway,
  };
}

async function configuration(issuer: string, options: ForeignOptions): Promise<Configuration> {
  const { people, algorithm = 'ES256', accessTokenType = 'JWT', audience = 'school-api' } = options;
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const claimsOf = (id: string | undefined) => people.find((one) => one.id === id)?.claims ?? {};
  return {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: algorithm, use: 'sig', kid: `foreign ${algorithm}` }] },
    enabledJWA: { idTokenSigningAlgValues: [algorithm] },
    clients: [
      {
        client_id: FOREIGN_CLIENT,
        token_endpoint_auth_method: 'none',
        application_type: 'web',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [REDIRECT],
        id_token_signed_response_alg: algorithm,
      },
    ],
    routes: { authorization: '/as/authorize', token: '/as/token', jwks: '/as/certs', end_session: '/as/end' },
    scopes: SCOPE.split(' '),
    claims: { openid: ['sub', 'mail', 'mail_checked', 'display_name'] },
    conformIdTokenClaims: false,
    issueRefreshToken: () => true,
    ttl: { AccessToken: 600, Grant: 3_600, IdToken: 600, Interaction: 600, RefreshToken: 3_600, Session: 3_600 },
    discovery: { userinfo_endpoint: `${issuer}/profile`, ...options.discovery },
    interactions: { url: (_ctx, { uid }) => `${PATH}/interaction/${uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...claimsOf(id) }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        accountId: oidc.account?.accountId ?? '',
        clientId: oidc.client?.clientId ?? '',
      });
      grant.addOIDCScope(SCOPE);
      grant.addOIDCClaims(['mail', 'mail_checked', 'display_name']);
      grant.addResourceScope(RESOURCE, SCOPE);
      await grant.save();
      return grant;
    },
    extraTokenClaims: ({ oidc }) => (options.claimsInTokens === false ? {} : claimsOf(oidc.account?.accountId)),
    formats: {
      customizers: {
        jwt(_ctx, _token, jwt) {
          jwt.header = { ...jwt.header, typ: accessTokenType };
        },
      },
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      resourceIndicators: {
        enabled: options.opaque !== true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: SCOPE,
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 600,
          jwt: { sign: { alg: algorithm } },
        }),
      },
    },
  };
}

async function signIn(issuer: string, personId: string): Promise<Record<string, string>> {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: FOREIGN_CLIENT,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: SCOPE,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 's',
    nonce: 'n',
    login_hint: personId,
  });
  const cookies = new Map<string, string>();
  let at = `${issuer}/as/authorize?${query}`;
  while (!at.startsWith(REDIRECT)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`no redirect from ${at}: ${await response.text()}`);
    at = new URL(location, at).href;
  }
  return tokenCall(issuer, {
    grant_type: 'authorization_code',
    redirect_uri: REDIRECT,
    code: new URL(at).searchParams.get('code') ?? '',
    code_verifier: verifier,
  });
}

async function tokenCall(issuer: string, form: Record<string, string>): Promise<Record<string, string>> {
  const response = await fetch(`${issuer}/as/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: FOREIGN_CLIENT, ...form }),
  });
  return (await response.json()) as Record<string, string>;
}
