import type { Tenant } from '@academy/contract/tenants';
import { filledIn } from './path.ts';
import type { Head } from './screen.ts';

/** '{page} - {Tenant} Academy'. */
export const documentTitle = (head: Head, tenant: Tenant): string => `${head.title} - ${tenant.name} Academy`;

export const documentDescription = (head: Head, tenant: Tenant): string => head.description || tenant.tagline;

interface Match {
  route: { path: string };
  params: Record<string, string>;
  search: string;
}

/**
 * Where a page is listed, however its address was written: a filtered list counts as the whole list, the pages of a list
 * behind the first are pages of their own.
 */
export const canonicalPath = ({ route, params, search }: Match): string =>
  filledIn(route.path, params) + (/^page=(?!1$)[^&]*$/.test(search) ? `?${search}` : '');

/**
 * Updates the document's head for the screen. Metadata for crawlers stays as the server wrote it: they read documents as
 * they were sent.
 */
export function updateHead(head: Head, tenant: Tenant, canonical: string): void {
  document.title = documentTitle(head, tenant);
  document.head.querySelector('link[rel="canonical"]')?.setAttribute('href', canonical);
}
