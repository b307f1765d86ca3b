import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { catalogueCache } from '../catalogue/catalogue-cache.ts';
import { bytesOfValue } from './bytes-of-value.ts';
import { CACHE_SHARES, CacheMemory } from './cache-memory.ts';
import { MIN_MEMORY_MB, memoryPlan } from './memory-plan.ts';
import { memoryProblems } from './memory-settings.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of what is in use: what earlier tests left behind, some of it for finalizers, would be collected in between. */
function usedHeap(): number {
  let [before, now] = [Number.POSITIVE_INFINITY, process.memoryUsage().heapUsed];
  while (now < before * 0.999) {
    collectGarbage();
    [before, now] = [now, process.memoryUsage().heapUsed];
  }
  return now;
}

const kilobyte = () => Buffer.alloc(1000);
const bytesOf = (one: Buffer) => one.length;

describe('the memory of caches', () => {
  test('all caches together stay within their budget', () => {
    const memory = new CacheMemory(1_000_000);
    for (const name of Object.keys(CACHE_SHARES) as (keyof typeof CACHE_SHARES)[]) {
      const cache = memory.cache<Buffer>(name, { bytesOf });
      for (let number = 0; number < 2000; number += 1) cache.set(`${number}`, kilobyte());
    }
    const sizes = memory.sizes();
    expect(sizes.reduce((sum, { max }) => sum + max, 0)).toBe(1_000_000);
    for (const { bytes, max } of sizes) {
      expect(bytes).toBeGreaterThan(0);
      expect(bytes).toBeLessThanOrEqual(max);
    }
  });

  test('what was used longest ago goes first, and from no other cache', () => {
    const memory = new CacheMemory(100_000);
    const pages = memory.cache<Buffer>('pages', { bytesOf });
    const replies = memory.cache<Buffer>('replies', { bytesOf });
    for (const name of ['a', 'b']) pages.set(name, kilobyte());
    for (let number = 0; number < 28; number += 1) {
      pages.get('a');
      pages.set(`more ${number}`, kilobyte());
      replies.set(`${number}`, kilobyte());
    }
    const kept = ['a', 'b'].map((name) => pages.get(name) !== undefined);
    expect(kept).toEqual([true, false]);
    expect(memory.sizes().map(({ name }) => name)).toEqual(['unpacked', 'pages', 'replies']);
  });

  test('a value is forgotten when its time is over', () => {
    let now = 1000;
    const people = new CacheMemory(100_000).cache<{ name: string }>('people', { ttl: 10, now: () => now });
    people.set('ada', { name: 'Ada' });
    expect(people.get('ada')).toEqual({ name: 'Ada' });
    now += 11;
    expect(people.get('ada')).toBeUndefined();
  });

  test('a very large list is kept, a page larger than its cache is not', () => {
    const memory = new CacheMemory(100_000);
    const pages = memory.cache<Buffer>('pages', { bytesOf });
    pages.set('huge', Buffer.alloc(200_000));
    expect(pages.get('huge')).toBeUndefined();
    const catalogue = catalogueCache(memory);
    for (const tenant of ['spring', 'kube', 'tanzu'])
      catalogue.set(tenant, { version: 1, value: Promise.resolve(null), bytes: 200_000 });
    expect(['spring', 'kube', 'tanzu'].map((tenant) => catalogue.get(tenant)?.bytes)).toEqual([
      200_000, 200_000, 200_000,
    ]);
  });
});

describe('bytes of a value', () => {
  test('grow with the text, the entries and the bytes in it', () => {
    const course = { title: 'Boot', tags: ['a', 'b'], files: new Map([['x', new Uint8Array(10)]]) };
    const bytes = bytesOfValue(course);
    expect(bytesOfValue({ ...course, title: `Boot${'!'.repeat(500)}` })).toBe(bytes + 500);
    expect(bytesOfValue({ ...course, files: new Map([['x', new Uint8Array(1010)]]) })).toBe(bytes + 1000);
    expect(bytesOfValue({ ...course, tags: ['a', 'b', 'c'] })).toBeGreaterThan(bytes);
    expect(bytesOfValue(null)).toBeGreaterThan(0);
  });

  test('are near to what the heap grows by', () => {
    const make = (number: number) => ({
      id: `course-${number}`,
      title: `Course ${number}`,
      tags: ['x', `y${number}`],
      order: number,
    });
    const before = usedHeap();
    const all = Array.from({ length: 50_000 }, (_, number) => make(number));
    const grown = usedHeap() - before;
    const estimated = bytesOfValue(all);
    expect(estimated / grown).toBeGreaterThan(0.4);
    expect(estimated / grown).toBeLessThan(2.5);
  });
});

describe('the plan of a server', () => {
  test('leaves something for caches at the least setting, and more with more memory', () => {
    const bytes = [MIN_MEMORY_MB, 350, 1024, 4096].map((memoryMb) => memoryPlan(memoryMb).cacheBytes);
    expect(bytes[0]).toBeGreaterThan(20_000_000);
    expect(bytes).toEqual(bytes.toSorted((a, b) => a - b));
    expect(memoryPlan(4096).renderer.maxOldGenerationSizeMb).toBe(256);
  });

  test('more than the machine has is refused with both figures', () => {
    expect(memoryProblems({ memoryMb: 1024 }, 1024)).toEqual([]);
    expect(memoryProblems({ memoryMb: 2048 }, 1024)).toEqual([
      'ACADEMY_MEMORY_MB is 2048, and this machine or its control group has 1024 MB',
    ]);
  });
});
