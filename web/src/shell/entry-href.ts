import type { TenantLink } from '@academy/contract/tenants';
import { inOwnLanguage } from '../navigation/path.ts';

/** Where an entry leads: to the page in the current language, or to another site. */
export const entryHref = ({ href }: Pick<TenantLink, 'href'>): string => inOwnLanguage(href);
