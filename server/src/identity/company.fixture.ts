import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClaimMapping } from '@academy/identity/directories/directory';
import { directorySealer } from '@academy/identity/directories/directory-secrets';
import { storedSecret } from '@academy/identity/directories/openid';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import type { Database } from '../db/connect.ts';
import { directory, directoryDomain } from '../db/directory-tables.ts';
import { afterFile } from '../testing/after-file.ts';
import type { Browser, Page } from './identity.fixture.ts';

/** What a company's provider knows of a person. */
type Claims = Record<string, unknown>;

export interface CompanyOptions {
  name: string;
  /** Proved domains. */
  domains: string[];
  /** Issuer of the academy. */
  academy: string;
  algorithm?: 'RS256' | 'ES256' | 'EdDSA';
  /** Client secret; a public client without one. */
  secret?: string;
  mapping?: Partial<ClaimMapping>;
  isRequired?: boolean;
  isActive?: boolean;
}

export interface Company {
  directoryId: string;
  issuer: string;
  /** Claims by subject; tests change them. */
  people: Map<string, Claims>;
  /** Parameters of the last authorization request. */
  asked(): URLSearchParams;
  /** Logs a person in at the provider. @returns the address to which it redirects */
  logIn(address: string, subject: string): Promise<string>;
}

const MAPPING: ClaimMapping = {
  ...{ email: 'email', firstName: 'given_name', lastName: 'family_name' },
  ...{ trustsAddresses: false, pro: null },
};

/** A company with its own provider (opaque access tokens, userinfo), and its directory in the academy. */
export async function startCompany(db: Database, options: CompanyOptions): Promise<Company> {
  const { academy, algorithm = 'RS256', secret } = options;
  const directoryId = crypto.randomUUID();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Claims>();
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  let next = '';
  let asked = new URLSearchParams();
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: algorithm, use: 'sig', kid: `of ${options.name}` }] },
    enabledJWA: { idTokenSigningAlgValues: [algorithm] },
    clients: [
      {
        client_id: 'academy',
        ...(secret === undefined ? { token_endpoint_auth_method: 'none' } : { client_secret: secret }),
        redirect_uris: [`${academy}directory/${directoryId}/callback`],
        id_token_signed_response_alg: algorithm,
      },
    ],
    scopes: ['openid', 'profile', 'email'],
    claims: { openid: ['sub', 'groups'], profile: ['given_name', 'family_name'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        accountId: oidc.account?.accountId ?? '',
        clientId: oidc.client?.clientId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  });
  const engine = provider.callback();
  server.on('request', async (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return engine(request, response);
    const { params } = await provider.interactionDetails(request, response);
    asked = new URLSearchParams(params as Record<string, string>);
    await provider.interactionFinished(request, response, { login: { accountId: next } });
  });
  afterFile(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  await db.insert(directory).values({
    ...{ directoryId, name: options.name, issuer, clientId: 'academy', scopes: 'openid profile email' },
    clientSecret: secret === undefined ? null : await directorySealer({}).seal(storedSecret(secret), directoryId),
    mapping: { ...MAPPING, ...options.mapping },
    isRequired: options.isRequired ?? false,
    isActive: options.isActive ?? true,
  });
  for (const domain of options.domains)
    await db.insert(directoryDomain).values({ directoryId, domain, proof: 'proof', provedAt: new Date() });

  return {
    directoryId,
    issuer,
    people,
    asked: () => asked,
    async logIn(address, subject) {
      next = subject;
      const cookies = new Map<string, string>();
      let at = address;
      while (at.startsWith(issuer)) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const reply = await fetch(at, { redirect: 'manual', headers: { cookie } });
        for (const line of reply.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies.set(name, value);
        }
        const location = reply.headers.get('location');
        if (location === null) throw new Error(`no redirect from ${at}: ${await reply.text()}`);
        at = new URL(location, at).href;
      }
      return at;
    },
  };
}

/** Where the page that leaves for a directory leads to. */
export function wayOut({ text }: Page): string {
  const found = /<a class="button primary" href="(http[^"]+)"/.exec(text)?.[1];
  if (found === undefined) throw new Error(`no way to a directory: ${text.replace(/<style>.*?<\/style>/s, '')}`);
  return found.replaceAll('&amp;', '&');
}

/** Types an address on the log-in page, and logs in at the directory. @returns the page after it */
export async function logInAt(company: Company, browser: Browser, page: Page, email: string, subject: string) {
  const leaving = await browser.submit(page, { email });
  return browser.open(await company.logIn(wayOut(leaving), subject));
}
