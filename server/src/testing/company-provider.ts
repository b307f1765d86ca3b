import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

export interface CompanyProviderOptions {
  algorithm?: 'RS256' | 'ES256' | 'EdDSA';
  /** Client secret; a public client without one. */
  secret?: string;
}

/** A company's identity provider on a free port: opaque access tokens, userinfo, no questions. */
export interface CompanyProvider {
  issuer: string;
  /** What it knows of people, by subject; tests change it. */
  people: Map<string, Record<string, unknown>>;
  /** Registers the client `academy`, once. */
  register(redirectUri: string): void;
  /** Logs this subject in, where the address of the request is nobody's. */
  next(subject: string): void;
  /** Parameters of the last authorization request. */
  asked(): URLSearchParams;
  close(): Promise<void>;
}

export async function startCompanyProvider(options: CompanyProviderOptions): Promise<CompanyProvider> {
  const { algorithm = 'RS256', secret } = options;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Record<string, unknown>>();
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: algorithm, use: 'sig', kid: `of ${issuer}` };
  let next = '';
  let asked = new URLSearchParams();

  function providerFor(redirectUri: string): Provider {
    return new Provider(issuer, {
      jwks: { keys: [key] },
      enabledJWA: { idTokenSigningAlgValues: [algorithm] },
      clients: [
        {
          client_id: 'academy',
          ...(secret === undefined ? { token_endpoint_auth_method: 'none' } : { client_secret: secret }),
          redirect_uris: [redirectUri],
          post_logout_redirect_uris: [redirectUri.replace(/callback$/, 'logged-out')],
          id_token_signed_response_alg: algorithm,
        },
      ],
      scopes: ['openid', 'profile', 'email'],
      claims: { openid: ['sub', 'groups'], profile: ['given_name', 'family_name'], email: ['email', 'email_verified'] },
      features: {
        devInteractions: { enabled: false },
        // It asks nobody whether they want to log out.
        rpInitiatedLogout: {
          logoutSource: (ctx, form) => {
            ctx.body = form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>');
          },
        },
      },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
      async loadExistingGrant({ oidc }) {
        const of = { accountId: oidc.account?.accountId ?? '', clientId: oidc.client?.clientId ?? '' };
        const grant = new oidc.provider.Grant(of);
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
      },
      ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    });
  }

  return {
    issuer,
    people,
    register(redirectUri) {
      const provider = providerFor(redirectUri);
      const engine = provider.callback();
      server.on('request', async (request, response) => {
        if (request.url?.startsWith('/interaction/') !== true) return engine(request, response);
        const { params } = await provider.interactionDetails(request, response);
        asked = new URLSearchParams(params as Record<string, string>);
        const hinted = [...people].find(([, { email }]) => email === params.login_hint)?.[0];
        const accountId = next === '' ? hinted : next;
        await provider.interactionFinished(request, response, { login: { accountId: accountId ?? '' } });
      });
    },
    next: (subject) => {
      next = subject;
    },
    asked: () => asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
