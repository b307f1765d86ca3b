import { loadTenants } from '@academy/tenants';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Packing, readyBytes } from '../http/compressed.ts';
import { CACHE_SHARES, CacheMemory } from '../memory/cache-memory.ts';
import type { PageTask, RenderedPage } from './page-renderer.ts';
import { type PagePlace, ReadyPages } from './ready-pages.ts';

const tenant = (await loadTenants()).get('spring') as PageTask['tenant'];
const versions = { of: () => 1, ofContent: () => 1, refresh: async () => undefined };

/** Pages of a megabyte each. */
function readyPages(): ReadyPages {
  const plain = Buffer.alloc(1024 * 1024);
  const bytes = { plain, br: null, gzip: null, etag: '""', type: 'text/html' };
  const render = async (): Promise<RenderedPage> => ({ status: 200, location: null, bytes });
  return new ReadyPages({
    memory: new CacheMemory(100 * 1024 * 1024),
    renderer: { render, close: async () => undefined },
    versions,
    answer: () => async () => '',
  });
}

function place(key: string, isOneOfFew: boolean): PagePlace {
  const task = { path: key, search: '', origin: '', tenant, config: {}, correlationId: 'c' } as unknown as PageTask;
  return { key, isOneOfFew, tenantId: 'spring', task: async () => task, keeps: () => true };
}

test('made-up addresses evict no other page', async () => {
  const pages = readyPages();
  await pages.make(place('/courses', true));
  for (let number = 0; number < 100; number += 1) await pages.make(place(`/courses?q=${number}`, false));
  expect(pages.find(place('/courses', true))).not.toBeNull();
  // The newest of them are cached, too.
  expect(pages.find(place('/courses?q=99', false))).not.toBeNull();
  expect(pages.find(place('/courses?q=0', false))).toBeNull();
});

test('cached pages stay within their memory limit', async () => {
  const pages = readyPages();
  for (let number = 0; number < 40; number += 1) await pages.make(place(`/courses/${number}`, true));
  const ready = Array.from({ length: 40 }, (_, number) => pages.find(place(`/courses/${number}`, true)) !== null);
  // Of a hundred megabytes; a little of it takes what is noted about each page.
  expect(ready.filter(Boolean)).toHaveLength(CACHE_SHARES.pages - 1);
  expect(ready.at(-1)).toBe(true);
});

test('a page that is rendered again is packed for all its readers until now', async () => {
  const asked: PageTask['packings'][] = [];
  let version = 1;
  const pages = new ReadyPages({
    memory: new CacheMemory(100 * 1024 * 1024),
    renderer: {
      async render(task, answer) {
        asked.push(task.packings);
        await answer('listCourses', {});
        return { status: 200, location: null, bytes: readyBytes('x'.repeat(1000), 'text/html', task.packings) };
      },
      close: async () => undefined,
    },
    versions: { ...versions, of: () => version },
    answer: () => async () => String(version),
  });
  const home = place('/', true);
  const placeFor = (packing: Packing): PagePlace => ({
    ...home,
    task: async () => ({ ...(await home.task()), packings: [packing] }),
  });
  await pages.make(placeFor('gzip'));
  version = 2;
  const { bytes } = await pages.make(placeFor('br'));
  expect(asked).toEqual([['gzip'], ['br', 'gzip']]);
  expect([bytes.br, bytes.gzip]).toEqual([expect.any(Buffer), expect.any(Buffer)]);
});

// Shows security#one-failure
test.each([
  ['is away', () => Promise.reject(new Error('connect ECONNREFUSED'))],
  ['hangs', () => new Promise<string>(() => undefined)],
])('while the database %s, readers get the page of the catalogue before', async (_how, fail) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let version = 1;
  let answer = () => Promise.resolve(`of version ${version}`);
  const failures: unknown[] = [];
  const pages = new ReadyPages({
    memory: new CacheMemory(100 * 1024 * 1024),
    renderer: {
      render: async (_task, ask) => ({
        ...{ status: 200, location: null },
        bytes: readyBytes(await ask('listCourses', {}), 'text/html'),
      }),
      close: async () => undefined,
    },
    versions: { ...versions, of: () => version },
    answer: () => () => answer(),
    onFailure: (error) => failures.push(error),
  });
  const home = place('/', true);
  const read = async () => {
    const asked = Promise.resolve(pages.find(home) ?? pages.make(home));
    await vi.advanceTimersByTimeAsync(3_000);
    return String((await asked).bytes.plain);
  };
  expect(await read()).toBe('of version 1');
  [version, answer] = [2, fail];
  expect([await read(), await read()]).toEqual(['of version 1', 'of version 1']);
  expect(failures.length).toBe(_how === 'hangs' ? 0 : 2);
});

test('a page that cannot be rendered is not hidden by the one before', async () => {
  let version = 1;
  const pages = new ReadyPages({
    memory: new CacheMemory(100 * 1024 * 1024),
    renderer: {
      async render(_task, ask) {
        const text = await ask('listCourses', {});
        if (version === 2) throw new Error('broken');
        return { status: 200, location: null, bytes: readyBytes(text, 'text/html') };
      },
      close: async () => undefined,
    },
    versions: { ...versions, of: () => version },
    answer: () => async () => String(version),
  });
  await pages.make(place('/', true));
  version = 2;
  await expect(pages.make(place('/', true))).rejects.toThrow('broken');
});
