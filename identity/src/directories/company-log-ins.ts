import type { NotifyOwner } from '../account-news.ts';
import type { Brands } from '../brands.ts';
import type { BrowserCookies } from '../browser-cookies.ts';
import type { IdentityStore } from '../identity-store.ts';
import type { Log } from '../log.ts';
import type { Pages } from '../pages/send.ts';
import type { SealingSecrets } from '../sealing.ts';
import { directories } from './directories.ts';
import { directoryAccountPage } from './directory-account-page.ts';
import { directoryAddresses } from './directory-addresses.ts';
import { directoryLogOuts } from './directory-log-outs.ts';
import { directorySealer } from './directory-secrets.ts';
import { openIdProviders } from './openid.ts';
import { samlProviders } from './saml.ts';

export interface CompanyLogInsOptions {
  store: IdentityStore;
  brands: Brands;
  pages: Pages;
  issuer: string;
  log: Log;
  now: () => number;
  cookies: BrowserCookies;
  notifyOwner: NotifyOwner;
  secrets: SealingSecrets;
  /** Requests documents and tokens of providers; refuses addresses that are not allowed. */
  fetchProvider: typeof fetch;
}

/** Everything by which people log in at their companies' providers, and out of them. */
export function companyLogIns(options: CompanyLogInsOptions) {
  const { store, issuer, now, secrets, fetchProvider: fetch } = options;
  const { accounts, artifacts, passkeys, directories: own } = store;
  const sealer = directorySealer(secrets);
  const protocols = {
    oidc: openIdProviders({ issuer, sealer, fetch }),
    saml: samlProviders({ issuer, sealer, fetch, artifacts, now }),
  };
  const companies = directories({ ...options, accounts, protocols });
  const logOuts = directoryLogOuts({ ...options, own, artifacts, protocols });
  return {
    directories: companies,
    logOuts,
    answer: directoryAddresses({ ...options, own, artifacts, protocols, companies, logOuts }),
    part: { pages: [directoryAccountPage({ companies, own, passkeys })] },
  };
}
