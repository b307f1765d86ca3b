import { currentLanguage } from '@academy/contract/i18n/languages';
import type { SearchResult } from '@academy/contract/search';
import { LRUCache } from 'lru-cache';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import type { TenantScope } from '../scope.ts';

/** Bytes of all cached results together. A reply for all kinds takes about 10 kB. */
export const MOST_RESULT_BYTES = 4 * 1024 * 1024;

/**
 * JSON, because it is all that a result keeps in memory: an excerpt is a slice, and keeps the whole text that it was cut
 * from.
 */
interface Known {
  version: number;
  json: string;
}

/** Gives the cached result, or searches. */
export type SearchResults = (
  tenantId: TenantScope,
  question: readonly unknown[],
  search: () => Promise<SearchResult>,
) => Promise<SearchResult>;

/**
 * Caches results of searches, in the reader's language, until the content version is bumped. The version is taken before
 * the search: when content is published meanwhile, the result is stale at once. Failures are not cached.
 *
 * The question must hold everything else that a result depends on: what the viewer may read above all.
 */
export function searchResults(versions: Pick<ReadVersions, 'ofContent'>): SearchResults {
  const memory = new LRUCache<string, Known>({
    maxSize: MOST_RESULT_BYTES,
    sizeCalculation: ({ json }, key) => 2 * (json.length + key.length),
  });
  return async (tenantId, question, search) => {
    const key = JSON.stringify([tenantId, currentLanguage(), question]);
    const version = versions.ofContent(tenantId);
    const known = memory.get(key);
    if (known?.version === version) return JSON.parse(known.json);
    const result = await search();
    memory.set(key, { version, json: JSON.stringify(result) });
    return result;
  };
}
