import type { BoundedCache, CacheMemory } from '../memory/cache-memory.ts';

/** A value and the version of the content that it was read from. */
export interface CataloguePart {
  version: number;
  value: Promise<unknown>;
  /** About how many bytes the value takes; few until it is read. */
  bytes: number;
}

/** A cache of values that are read from the catalogues, bounded together. */
export type CatalogueCache = BoundedCache<CataloguePart>;

/** Makes the cache of the catalogues. The lists of very large ones are kept, too. */
export const catalogueCache = (memory: CacheMemory): CatalogueCache =>
  memory.cache('catalogue', { bytesOf: ({ bytes }) => bytes, keepsLarge: true });

/** Makes the cache of searches, apart from the catalogues: the number of texts to search for is unlimited. */
export const searchesCache = (memory: CacheMemory): CatalogueCache =>
  memory.cache('searches', { bytesOf: ({ bytes }) => bytes });
