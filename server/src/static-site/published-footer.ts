import { API_BASE_PATH } from '@academy/contract/constants';
import { getContentPage } from '@academy/contract/content-pages';
import { callAddress } from '@academy/contract/rules/call-address';
import type { Tenant } from '@academy/contract/tenants';
import { footerPages, footerWith } from '../content-pages/footer-pages.ts';

/** The academy is not waited for longer, ms. */
const TIMEOUT_MS = 10_000;

/**
 * The footer of an academy as its own pages show it now: with links to those of its pages that are published.
 *
 * @param origin of the academy, whose API is asked
 * @throws Error when the API does not say whether a page is there
 */
export async function publishedFooterAt(origin: string, tenant: Tenant): Promise<Tenant['footer']> {
  const published = await Promise.all(
    footerPages(tenant.footer).map(async (slug) => ((await hasPage(origin, tenant, slug)) ? slug : null)),
  );
  return footerWith(
    tenant.footer,
    published.filter((slug) => slug !== null),
  );
}

/** The footer without links to pages of the academy. */
export const footerWithoutPages = (tenant: Tenant): Tenant['footer'] => footerWith(tenant.footer, []);

async function hasPage(origin: string, { tenantId }: Tenant, slug: string): Promise<boolean> {
  const url = new URL(`${API_BASE_PATH}${callAddress(getContentPage, { params: { slug } })}`, origin);
  // Names below .localhost mean this machine, which Node.js does not resolve.
  if (url.hostname.endsWith('.localhost')) url.hostname = '127.0.0.1';
  const { status } = await fetch(url, { headers: { tenantId }, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (status !== 200 && status !== 404) throw new Error(`${url.pathname} answers with status ${status}`);
  return status === 200;
}
