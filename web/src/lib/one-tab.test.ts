import { afterEach, expect, test, vi } from 'vitest';
import { inOneTab } from './one-tab.ts';

afterEach(() => vi.unstubAllGlobals());

test('work of one name is done one after the other', async () => {
  const steps: string[] = [];
  const work = (name: string) => async () => {
    steps.push(`${name} begins`);
    await new Promise((done) => setImmediate(done));
    steps.push(`${name} ends`);
  };
  await Promise.all([inOneTab('order', work('a')), inOneTab('order', work('b'))]);
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

test('a browser without locks, or with blocked ones, still does the work', async () => {
  for (const locks of [undefined, { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) }]) {
    vi.stubGlobal('navigator', { locks });
    expect(await inOneTab('blocked', async () => 'done')).toBe('done');
  }
});

test('an error of the work is thrown, and the work is not repeated', async () => {
  let times = 0;
  const work = async () => {
    times += 1;
    throw new Error('of the work');
  };
  await expect(inOneTab('failing', work)).rejects.toThrow('of the work');
  expect(times).toBe(1);
});

test('who has waited long enough goes on without the lock', async () => {
  let release = () => {};
  const holding = inOneTab('held', () => new Promise<void>((done) => (release = done)));
  expect(await inOneTab('held', async () => 'done', AbortSignal.abort())).toBe('done');
  release();
  await holding;
});
