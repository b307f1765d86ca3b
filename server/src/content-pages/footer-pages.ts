import { RESERVED_SLUGS } from '@academy/contract/reserved-slugs';
import type { FooterEntry, Tenant } from '@academy/contract/tenants';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import type { ItemsStore } from '../catalogue/items.store.ts';
import { versionedCache } from '../catalogue/versioned-cache.ts';
import { scopeOf } from '../values/scope.ts';

type Footer = Tenant['footer'];

/** Slug of the generic page that an entry leads to; null for screens, other sites and buttons. */
function slugOf(entry: FooterEntry): string | null {
  const slug = 'href' in entry ? /^\/([a-z0-9][a-z0-9-]*)(?:[?#]|$)/.exec(entry.href)?.[1] : undefined;
  return slug === undefined || RESERVED_SLUGS.includes(slug) ? null : slug;
}

/** Slugs of the pages that the footer links to; paths of screens are no pages. */
export function footerPages({ groups }: Footer): string[] {
  return groups.flatMap(({ entries }) => entries.flatMap((entry) => slugOf(entry) ?? []));
}

/** The footer without links to missing pages, and without groups that have nothing else. */
export function footerWith({ groups, ...footer }: Footer, published: readonly string[]): Footer {
  const isShown = (entry: FooterEntry) => {
    const slug = slugOf(entry);
    return slug === null || published.includes(slug);
  };
  const shown = groups.map((group) => ({ ...group, entries: group.entries.filter(isShown) }));
  return { ...footer, groups: shown.filter(({ entries }) => entries.length > 0) };
}

async function publishedPages(items: ItemsStore, tenant: Tenant): Promise<string[]> {
  const pages = footerPages(tenant.footer).map((slug) => items.bySlug(scopeOf(tenant), 'page', slug));
  return (await Promise.all(pages)).flatMap((page) => page?.slug ?? []);
}

/** The footer of an academy: a link to a page of its own is shown once the page is published. */
export async function publishedFooter(items: ItemsStore, tenant: Tenant): Promise<Footer> {
  return footerWith(tenant.footer, await publishedPages(items, tenant));
}

/** The footers of academies, read anew when the content has changed. */
export function footersService(items: ItemsStore, versions: ReadVersions) {
  const published = versionedCache<readonly string[]>(versions);
  return {
    async footerOf(tenant: Tenant): Promise<Footer> {
      const found = await published(scopeOf(tenant), 'footer', () => publishedPages(items, tenant));
      return footerWith(tenant.footer, found);
    },
  };
}

export type FootersService = ReturnType<typeof footersService>;
