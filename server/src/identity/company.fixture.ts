import type { ClaimMapping } from '@academy/identity/directories/directory';
import { directorySealer } from '@academy/identity/directories/directory-secrets';
import { storedSecret } from '@academy/identity/directories/openid';
import type { Database } from '../db/connect.ts';
import { directory, directoryDomain } from '../db/directory-tables.ts';
import { afterFile } from '../testing/after-file.ts';
import { type CompanyProviderOptions, startCompanyProvider } from '../testing/company-provider.ts';
import type { Browser, Page } from './identity.fixture.ts';

/** What a company's provider knows of a person. */
type Claims = Record<string, unknown>;

export interface CompanyOptions extends CompanyProviderOptions {
  name: string;
  /** Proved domains. */
  domains: string[];
  /** Issuer of the academy. */
  academy: string;
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
  const { academy, secret } = options;
  const directoryId = crypto.randomUUID();
  const provider = await startCompanyProvider(options);
  provider.register(`${academy}directory/${directoryId}/callback`);
  afterFile(() => provider.close());
  const { issuer, people } = provider;

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
    asked: provider.asked,
    async logIn(address, subject) {
      provider.next(subject);
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
