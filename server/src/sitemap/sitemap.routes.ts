import { withLanguage } from '@academy/contract/i18n/address';
import { LANGUAGES, type Language } from '@academy/contract/i18n/languages';
import { itemPath, LIST_PATHS, lessonPath } from '@academy/contract/rules/site-paths';
import type { Tenant } from '@academy/contract/tenants';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import { versionedCache } from '../catalogue/versioned-cache.ts';
import { type ReadyBytes, readyBytesInPool, sendReady } from '../http/compressed.ts';
import type { CountCall } from '../http/rate-limits.ts';
import { type Tenants, tenantOfPage } from '../http/tenant.ts';
import type { RuntimeConfigs } from '../runtime-config/runtime-configs.ts';
import { scopeOf } from '../values/scope.ts';
import { escapeXml, XML_HEAD } from '../values/xml.ts';
import type { ListedItem, ListedLesson, SitemapStore } from './sitemap.store.ts';

/** Addresses in one file: a fifth of what search engines accept, so that no file grows large. */
export const MAX_ADDRESSES = 10_000;
const LANGUAGE_NAMES = Object.keys(LANGUAGES) as Language[];
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export interface SitemapOptions {
  store: Pick<SitemapStore, 'listed'>;
  tenants: Tenants;
  versions: ReadVersions;
  configs: RuntimeConfigs;
  count: CountCall;
}

/**
 * Serves `/sitemap.xml`: every public address of an academy. A large academy has an index there, and its parts at
 * `/sitemap/<n>.xml`.
 */
export function addSitemap(app: FastifyInstance, { store, tenants, versions, configs, count }: SitemapOptions): void {
  const made = versionedCache<ReadyBytes[]>(versions);

  async function make(tenant: Tenant): Promise<ReadyBytes[]> {
    const { items, lessons } = await store.listed(scopeOf(tenant));
    const texts = sitemapFiles(configs.of(tenant).tenantOrigins[tenant.tenantId] ?? '', items, lessons);
    return Promise.all(texts.map((text) => readyBytesInPool(text, 'application/xml; charset=utf-8')));
  }

  async function send(request: FastifyRequest, reply: FastifyReply, part: number) {
    await count(request);
    const tenant = tenantOfPage(request, tenants);
    const file = (await made(scopeOf(tenant), 'sitemap', () => make(tenant)))[part];
    return file === undefined ? reply.callNotFound() : sendReady(request, reply, file, 'public, max-age=3600');
  }

  const method = ['GET', 'HEAD'];
  app.route({ method, url: '/sitemap.xml', handler: (request, reply) => send(request, reply, 0) });
  app.route<{ Params: { file: string } }>({
    method,
    url: '/sitemap/:file',
    async handler(request, reply) {
      const part = /^([1-9]\d{0,3})\.xml$/.exec(request.params.file)?.[1];
      return part === undefined ? reply.callNotFound() : send(request, reply, Number(part));
    },
  });
}

interface Address {
  path: string;
  changed: Date | null;
}

/**
 * The files of a sitemap.
 *
 * @param origin of the academy, as the settings name it
 * @returns the one at `/sitemap.xml`, then the parts that it refers to, if any
 */
export function sitemapFiles(
  origin: string,
  items: readonly ListedItem[],
  lessons: readonly ListedLesson[],
  max = MAX_ADDRESSES,
): string[] {
  const addresses = addressesOf(items, lessons);
  if (addresses.length <= max) return [urlSet(origin, addresses)];
  const parts: Address[][] = [];
  for (let from = 0; from < addresses.length; from += max) parts.push(addresses.slice(from, from + max));
  const index = parts.map((part, at) =>
    entry('sitemap', origin, { path: `/sitemap/${at + 1}.xml`, changed: newest(part) }),
  );
  return [
    `${XML_HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${index.join('')}</sitemapindex>\n`,
    ...parts.map((part) => urlSet(origin, part)),
  ];
}

function addressesOf(items: readonly ListedItem[], lessons: readonly ListedLesson[]): Address[] {
  const all = items.map(({ kind, slug, publishedAt }) => ({
    kind,
    path: itemPath(kind, slug),
    changed: publishedAt,
  }));
  // An empty list page is left out.
  const lists = Object.entries(LIST_PATHS).flatMap(([kind, path]) => {
    const listed = all.filter((one) => one.kind === kind);
    return listed.length === 0 ? [] : [{ path, changed: newest(listed) }];
  });
  const ofLessons = lessons.map(({ courseSlug, slug, publishedAt }) => ({
    path: lessonPath(courseSlug, slug),
    changed: publishedAt,
  }));
  const pages = [
    { path: '/', changed: newest(all) },
    { path: '/contact', changed: null },
    ...lists,
    ...all,
    ...ofLessons,
  ];
  // The pages themselves name those in other languages.
  return pages.flatMap(({ path, changed }) =>
    LANGUAGE_NAMES.map((language) => ({ path: withLanguage(path, language), changed })),
  );
}

function newest(addresses: readonly Pick<Address, 'changed'>[]): Date | null {
  return addresses.reduce<Date | null>(
    (latest, { changed }) => (latest === null || (changed !== null && changed > latest) ? changed : latest),
    null,
  );
}

function urlSet(origin: string, addresses: readonly Address[]): string {
  const entries = addresses.map((address) => entry('url', origin, address));
  return `${XML_HEAD}<urlset xmlns="${NAMESPACE}">\n${entries.join('')}</urlset>\n`;
}

function entry(element: 'url' | 'sitemap', origin: string, { path, changed }: Address): string {
  const lastmod = changed === null ? '' : `<lastmod>${changed.toISOString()}</lastmod>`;
  return `<${element}><loc>${escapeXml(origin + path)}</loc>${lastmod}</${element}>\n`;
}
