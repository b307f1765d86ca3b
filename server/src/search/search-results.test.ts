import type { SearchResult } from '@academy/contract/search';
import { expect, test } from 'vitest';
import { searchesCache } from '../catalogue/catalogue-cache.ts';
import { CACHE_SHARES, CacheMemory } from '../memory/cache-memory.ts';
import type { TenantScope } from '../values/scope.ts';
import { searchResults } from './search-results.ts';

const spring = 'spring' as TenantScope;
const kube = 'kube' as TenantScope;

/** Bytes of all caches. */
const MEMORY = 10_000_000;

const resultOf = (total: number, corrected: string | null = null): SearchResult => ({
  ...{ total, groups: [], corrected, allWords: true },
});

/** Results whose numbers say which search they are of. */
function searches() {
  const versions = new Map<string, number>();
  let made = 0;
  const results = searchResults({
    ofContent: (tenantId) => versions.get(tenantId) ?? 0,
    searches: searchesCache(new CacheMemory(MEMORY)),
  });
  return {
    publish: (tenantId: string) => versions.set(tenantId, (versions.get(tenantId) ?? 0) + 1),
    async totalOf(tenantId: TenantScope, question: unknown[], corrected: string | null = null): Promise<number> {
      const { total } = await results(tenantId, question, async () => {
        made += 1;
        return resultOf(made, corrected);
      });
      return total;
    },
    results,
  };
}

test('a search is made once until content of its academy is published', async () => {
  const { totalOf, publish } = searches();
  expect([await totalOf(spring, ['boot']), await totalOf(spring, ['boot'])]).toEqual([1, 1]);
  expect(await totalOf(kube, ['boot'])).toBe(2);
  publish('spring');
  expect([await totalOf(spring, ['boot']), await totalOf(kube, ['boot'])]).toEqual([3, 2]);
});

test('searches with other locks, texts or pages have results of their own', async () => {
  const { totalOf } = searches();
  const questions = [
    [['pro'], 'boot', 0],
    [[null], 'boot', 0],
    [['pro'], 'boots', 0],
    [['pro'], 'boot', 20],
  ];
  for (const [index, question] of questions.entries()) expect(await totalOf(spring, question)).toBe(index + 1);
});

test('a result is not kept when content is published during the search', async () => {
  const { results, totalOf, publish } = searches();
  await results(spring, ['boot'], async () => {
    publish('spring');
    return resultOf(100);
  });
  expect(await totalOf(spring, ['boot'])).toBe(1);
});

test('a failed search is made again', async () => {
  const { results, totalOf } = searches();
  await expect(results(spring, ['boot'], () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(await totalOf(spring, ['boot'])).toBe(1);
});

test('the results that nobody asked for lately make room for others', async () => {
  const { totalOf } = searches();
  const large = 'x'.repeat((MEMORY * CACHE_SHARES.searches) / 100 / 4);
  for (const text of ['a', 'b', 'c', 'a', 'd']) await totalOf(spring, [text], large);
  expect([await totalOf(spring, ['a']), await totalOf(spring, ['b'])]).toEqual([1, 5]);
});
