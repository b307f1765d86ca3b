import { expect, test, vi } from 'vitest';
import { figuresKeeper } from './figures-keeper.ts';

const PATIENCE_MS = 30;

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

test('what is made quickly is made anew each time', async () => {
  const keeper = figuresKeeper<number>({ patienceMs: 5_000, onFailure: vi.fn() });
  let times = 0;
  const make = async () => ++times;
  expect(await keeper.ask('a', make)).toEqual({ value: 1, isMaking: false });
  expect(await keeper.ask('a', make)).toEqual({ value: 2, isMaking: false });
});

test('what takes long is not waited for: first nothing, then what was made before', async () => {
  let clock = 0;
  const keeper = figuresKeeper<string>({ patienceMs: PATIENCE_MS, onFailure: vi.fn() }, () => clock);
  const { make, finish } = slowly();
  expect(await keeper.ask('a', make)).toEqual({ value: null, isMaking: true });
  clock = 10_000;
  finish('first');
  await vi.waitFor(async () => expect(await keeper.ask('a', make)).toEqual({ value: 'first', isMaking: false }));
  // It took ten seconds, so it is kept for two hundred.
  clock += 199_000;
  expect(await keeper.ask('a', make)).toEqual({ value: 'first', isMaking: false });
  clock += 2_000;
  expect(await keeper.ask('a', make)).toEqual({ value: 'first', isMaking: true });
});

test('one thing is made at a time, and one that is being made is not begun again', async () => {
  const keeper = figuresKeeper<string>({ patienceMs: PATIENCE_MS, onFailure: vi.fn() });
  const first = slowly();
  const second = vi.fn(async () => 'b');
  const begun = vi.fn(first.make);
  await Promise.all([keeper.ask('a', begun), keeper.ask('a', begun), keeper.ask('b', second)]);
  expect(begun).toHaveBeenCalledTimes(1);
  expect(second).not.toHaveBeenCalled();
  first.finish('a');
  await vi.waitFor(async () => expect(await keeper.ask('b', second)).toMatchObject({ value: 'b' }));
});

test('a failure reaches whoever waits, and does not stop what comes after it', async () => {
  const onFailure = vi.fn();
  const keeper = figuresKeeper<string>({ patienceMs: PATIENCE_MS, onFailure });
  await expect(keeper.ask('a', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  const { make, fail } = slowly();
  expect(await keeper.ask('a', make)).toEqual({ value: null, isMaking: true });
  fail();
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledTimes(1));
  expect(await keeper.ask('a', async () => 'found')).toEqual({ value: 'found', isMaking: false });
});
