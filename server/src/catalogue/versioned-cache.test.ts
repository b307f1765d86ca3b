import { expect, test, vi } from 'vitest';
import type { TenantScope } from '../values/scope.ts';
import { versionedCache } from './versioned-cache.ts';

const spring = 'spring' as TenantScope;
const kube = 'kube' as TenantScope;

function memory() {
  const versions = new Map<string, number>();
  const ofContent = (tenantId: string) => versions.get(tenantId) ?? 0;
  const one = versionedCache<string | null>({ ofContent });
  return { one, bump: (tenantId: string) => versions.set(tenantId, ofContent(tenantId) + 1) };
}

test('a value is read once, and again after a bump of the version', async () => {
  const { one, bump } = memory();
  const read = vi.fn(async () => 'thing');
  for (let times = 0; times < 3; times += 1) expect(await one(spring, 'a', read)).toBe('thing');
  await one(kube, 'a', read);
  expect(read).toHaveBeenCalledTimes(2);
  bump(spring);
  await one(kube, 'a', read);
  expect(read).toHaveBeenCalledTimes(2);
  await one(spring, 'a', read);
  expect(read).toHaveBeenCalledTimes(3);
});

test('cached values are reused, and the others read together', async () => {
  const { one } = memory();
  const read = vi.fn(async (names: string[]) => names.map((name) => (name === 'none' ? null : `the ${name}`)));
  await one(spring, 'b', async () => 'the b');
  expect(await one.all(spring, ['a', 'b', 'none', 'c'], read)).toEqual(['the a', 'the b', null, 'the c']);
  expect(read.mock.calls).toEqual([[['a', 'none', 'c']]]);
  expect(await one(spring, 'c', async () => 'another')).toBe('the c');
  expect(await one.all(spring, ['a', 'c'], read)).toEqual(['the a', 'the c']);
  expect(read).toHaveBeenCalledTimes(1);
});

test('missing values and failures are not cached', async () => {
  const { one } = memory();
  await one(spring, 'real', async () => 'thing');
  for (const name of ['x', 'y', 'z']) {
    await one(spring, name, async () => null);
    await expect(one.all(spring, [name], () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  }
  expect(await one(spring, 'real', async () => 'read again')).toBe('thing');
  expect(await one(spring, 'x', async () => 'there now')).toBe('there now');
});

test('values of an old version are dropped', async () => {
  let version = 1;
  const one = versionedCache<string>({ ofContent: () => version });
  await one(spring, 'a', async () => 'of version 1');
  version = 2;
  await one(spring, 'a', async () => 'of version 2');
  // Versions never decrease; the test does it to show which entries are still cached.
  version = 1;
  expect(await one(spring, 'a', async () => 'read again')).toBe('read again');
});
