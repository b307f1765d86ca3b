import type { Tenant } from '@academy/contract/tenants';
import type { Head } from './screen.ts';

/** '{page} - {Tenant} Academy' (specification 1). */
export const documentTitle = (head: Head, tenant: Tenant): string => `${head.title} - ${tenant.name} Academy`;

export const documentDescription = (head: Head, tenant: Tenant): string => head.description || tenant.tagline;

/** `/courses/` and `/courses` are the same page. */
export const withoutEndSlash = (path: string): string => path.replace(/(.)\/$/, '$1');

/** Where a page is listed: a filtered list counts as the whole list; the pages of a list are pages of their own. */
export const canonicalPath = ({ path, search }: { path: string; search: string }): string =>
  withoutEndSlash(path) + (/^page=[^&]*$/.test(search) ? `?${search}` : '');

/**
 * Brings the document's head in line with the screen. What only machines read stays as the server wrote it: they read
 * documents as they were sent.
 */
export function updateHead(head: Head, tenant: Tenant, canonical: string): void {
  document.title = documentTitle(head, tenant);
  document.head.querySelector('link[rel="canonical"]')?.setAttribute('href', canonical);
}
