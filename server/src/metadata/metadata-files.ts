import type { WebEntry } from '@academy/contract/web-entry';
import type { FastifyInstance } from 'fastify';
import type { CallTable } from '../calls/bind.ts';
import { addCardImages } from '../card-images/card-images.routes.ts';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import { contentAssetsStore } from '../content-assets/content-assets.store.ts';
import type { Database } from '../db/connect.ts';
import { addFeed } from '../feeds/feed.routes.ts';
import { feedStore } from '../feeds/feed.store.ts';
import type { ContentFiles } from '../file-store/content-files.ts';
import type { CountCall } from '../http/rate-limits.ts';
import type { Tenants } from '../http/tenant.ts';
import type { CacheMemory } from '../memory/cache-memory.ts';
import { addRobots } from '../robots/robots.routes.ts';
import type { RuntimeConfigs } from '../runtime-config/runtime-configs.ts';
import { addSitemap } from '../sitemap/sitemap.routes.ts';
import { sitemapStore } from '../sitemap/sitemap.store.ts';

export interface MetadataFilesOptions {
  catalogueDb: Database;
  /** Bytes of content files. */
  files: ContentFiles;
  web: Pick<WebEntry, 'coverPicture'>;
  calls: CallTable;
  tenants: Tenants;
  versions: ReadVersions;
  configs: RuntimeConfigs;
  memory: CacheMemory;
  /** Counts a file that must be read or rendered against the rate limit of the client's address. */
  count: CountCall;
}

/** Adds the files for search engines, feed readers and link previews. */
export function addMetadataFiles(app: FastifyInstance, options: MetadataFilesOptions): void {
  const { catalogueDb: db } = options;
  addRobots(app, options);
  addSitemap(app, { ...options, store: sitemapStore(db) });
  addFeed(app, { ...options, store: feedStore(db) });
  addCardImages(app, { ...options, assets: contentAssetsStore(db, options.files), countDrawing: options.count });
}
