import { withLanguage } from '@academy/contract/i18n/address';
import type { TenantLink } from '@academy/contract/tenants';

/** Where an entry leads: to the page in the current language, or to another site. */
export const entryHref = ({ href }: Pick<TenantLink, 'href'>): string =>
  href.startsWith('/') ? withLanguage(href) : href;
