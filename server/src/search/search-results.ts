import type { SearchResult } from '@academy/contract/search';
import { searchesCache } from '../catalogue/catalogue-cache.ts';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import { versionedCache } from '../catalogue/versioned-cache.ts';
import { serverMemory } from '../memory/memory-plan.ts';
import type { TenantScope } from '../values/scope.ts';

/** Gives the cached result, or searches. */
export type SearchResults = (
  tenantId: TenantScope,
  question: readonly unknown[],
  search: () => Promise<SearchResult>,
) => Promise<SearchResult>;

/**
 * Caches results of searches until the content version is bumped, about 10 kB for a result of all kinds.
 *
 * The question must hold everything that a result depends on besides academy and language: what the viewer may read
 * above all.
 */
export function searchResults(versions: Pick<ReadVersions, 'ofContent' | 'searches'>): SearchResults {
  // JSON, because it is all that a result keeps in memory: an excerpt is a slice, and keeps the whole text that it was cut
  // from.
  const cached = versionedCache<string>(versions, versions.searches ?? searchesCache(serverMemory().caches));
  return async (tenantId, question, search) =>
    JSON.parse(await cached(tenantId, JSON.stringify(question), async () => JSON.stringify(await search())));
}
