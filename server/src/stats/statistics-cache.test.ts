import { expect, test, vi } from 'vitest';
import { statisticsCache } from './statistics-cache.ts';

const WAIT_MS = 30;

/** A computation that ends when the test says so. */
function slowly() {
  const made: ((value: string) => void)[] = [];
  const failed: ((error: Error) => void)[] = [];
  const make = () =>
    new Promise<string>((resolve, reject) => {
      made.push(resolve);
      failed.push(reject);
    });
  return { make, finish: (value: string) => made.shift()?.(value), fail: () => failed.shift()?.(new Error('lost')) };
}

test('a fast computation is repeated each time', async () => {
  const cache = statisticsCache<number>({ waitMs: 60_000, onFailure: vi.fn(), clock: () => 0 });
  let times = 0;
  const make = async () => ++times;
  expect(await cache.ask('a', make)).toEqual({ value: 1, isMaking: false });
  expect(await cache.ask('a', make)).toEqual({ value: 2, isMaking: false });
});

test('a slow computation is not waited for: the previous value is returned', async () => {
  let clock = 0;
  const cache = statisticsCache<string>({ waitMs: WAIT_MS, onFailure: vi.fn(), clock: () => clock });
  const { make, finish } = slowly();
  expect(await cache.ask('a', make)).toEqual({ value: null, isMaking: true });
  clock = 10_000;
  finish('first');
  await vi.waitFor(async () => expect(await cache.ask('a', make)).toEqual({ value: 'first', isMaking: false }));
  // It took ten seconds, so it is kept for two hundred.
  clock += 199_000;
  expect(await cache.ask('a', make)).toEqual({ value: 'first', isMaking: false });
  clock += 2_000;
  expect(await cache.ask('a', make)).toEqual({ value: 'first', isMaking: true });
});

test('one computation runs at a time, and concurrent requests share it', async () => {
  const cache = statisticsCache<string>({ waitMs: WAIT_MS, onFailure: vi.fn() });
  const first = slowly();
  const second = vi.fn(async () => 'b');
  const begun = vi.fn(first.make);
  await Promise.all([cache.ask('a', begun), cache.ask('a', begun), cache.ask('b', second)]);
  expect(begun).toHaveBeenCalledTimes(1);
  expect(second).not.toHaveBeenCalled();
  first.finish('a');
  await vi.waitFor(async () => expect(await cache.ask('b', second)).toMatchObject({ value: 'b' }));
});

test('a failure reaches waiting requests, and later ones work', async () => {
  const onFailure = vi.fn();
  const cache = statisticsCache<string>({ waitMs: WAIT_MS, onFailure });
  await expect(cache.ask('a', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  const { make, fail } = slowly();
  expect(await cache.ask('a', make)).toEqual({ value: null, isMaking: true });
  fail();
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledTimes(1));
  expect(await cache.ask('a', async () => 'found')).toEqual({ value: 'found', isMaking: false });
});
