import type { Tenant } from '@academy/contract/tenants';
import type { Head } from './screen.ts';

/** '{page} - {Tenant} Academy' (specification 1). */
export const documentTitle = (head: Head, tenant: Tenant): string => `${head.title} - ${tenant.name} Academy`;

export const documentDescription = (head: Head, tenant: Tenant): string => head.description || tenant.tagline;

/** Brings the document's head in line with the screen. The server writes the same into its template. */
export function updateHead(head: Head, tenant: Tenant, canonical: string): void {
  document.title = documentTitle(head, tenant);
  setContent('meta[name="description"]', 'content', documentDescription(head, tenant));
  setContent('link[rel="canonical"]', 'href', canonical);
  setContent('meta[name="robots"]', 'content', head.noIndex === true ? 'noindex' : 'all');
}

function setContent(selector: string, attribute: string, value: string): void {
  document.head.querySelector(selector)?.setAttribute(attribute, value);
}
