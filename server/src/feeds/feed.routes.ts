import { itemPath } from '@academy/contract/rules/site-paths';
import type { Tenant } from '@academy/contract/tenants';
import type { FastifyInstance } from 'fastify';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import { versionedCache } from '../catalogue/versioned-cache.ts';
import { type ReadyBytes, readyBytesInPool, sendReady } from '../http/compressed.ts';
import type { CountCall } from '../http/rate-limits.ts';
import { type Tenants, tenantOfPage } from '../http/tenant.ts';
import type { RuntimeConfigs } from '../runtime-config/runtime-configs.ts';
import { namedUuid } from '../values/named-uuid.ts';
import { scopeOf } from '../values/scope.ts';
import { escapeXml, XML_HEAD, xmlElement } from '../values/xml.ts';
import type { FeedStore, NewItem } from './feed.store.ts';

const MAX_ENTRIES = 50;

export interface FeedOptions {
  store: FeedStore;
  tenants: Tenants;
  versions: ReadVersions;
  configs: RuntimeConfigs;
  count: CountCall;
}

/** Serves `/feed.xml`: the newest courses, guides and learning paths of an academy as an Atom feed. */
export function addFeed(app: FastifyInstance, { store, tenants, versions, configs, count }: FeedOptions): void {
  const made = versionedCache<ReadyBytes>(versions);

  async function make(tenant: Tenant): Promise<ReadyBytes> {
    const items = await store.newest(scopeOf(tenant), MAX_ENTRIES);
    const text = atomFeed(tenant, configs.of(tenant).tenantOrigins[tenant.tenantId] ?? '', items);
    return readyBytesInPool(text, 'application/atom+xml; charset=utf-8');
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/feed.xml',
    async handler(request, reply) {
      await count(request);
      const tenant = tenantOfPage(request, tenants);
      const feed = await made(scopeOf(tenant), 'feed', () => make(tenant));
      return sendReady(request, reply, feed, 'public, max-age=900');
    },
  });
}

const KIND_NAMES = { course: 'Course', guide: 'Guide', path: 'Learning path' } as const;

/**
 * An Atom feed (RFC 4287), in the original language: it has one address for the readers of all languages.
 *
 * @param origin of the academy, as the settings name it
 */
export function atomFeed(tenant: Tenant, origin: string, items: readonly NewItem[]): string {
  const name = `${tenant.name} Academy`;
  const updated = Math.max(0, ...items.map(({ publishedAt }) => publishedAt.getTime()));
  const lines = [
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    xmlElement('id', idOf(tenant.tenantId)),
    xmlElement('title', `New in ${name}`),
    xmlElement('subtitle', tenant.tagline),
    xmlElement('updated', new Date(updated).toISOString()),
    `<author>${xmlElement('name', name)}</author>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(origin)}/feed.xml"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(origin)}/"/>`,
    `<icon>${escapeXml(origin)}/favicon.ico</icon>`,
    ...items.map((item) => atomEntry(tenant, origin, item)),
    '</feed>',
  ];
  return `${XML_HEAD}${lines.join('\n')}\n`;
}

function atomEntry({ tenantId }: Tenant, origin: string, item: NewItem): string {
  const categories = [KIND_NAMES[item.kind], ...item.topics];
  return [
    '<entry>',
    xmlElement('id', idOf(tenantId, item.kind, item.id)),
    xmlElement('title', item.title),
    `<link rel="alternate" type="text/html" href="${escapeXml(origin + itemPath(item.kind, item.slug))}"/>`,
    xmlElement('published', item.firstPublishedAt.toISOString()),
    xmlElement('updated', item.publishedAt.toISOString()),
    xmlElement('summary', item.description || item.title),
    ...categories.map((term) => `<category term="${escapeXml(term)}"/>`),
    '</entry>',
  ].join('\n');
}

/**
 * Independent of slug, title and the academy's address, so that a change of these does not show an entry as new again.
 */
const idOf = (...names: string[]): string => `urn:uuid:${namedUuid('feed', ...names)}`;
