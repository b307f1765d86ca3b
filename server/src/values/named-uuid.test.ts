import { expect, test } from 'vitest';
import { namedUuid } from './named-uuid.ts';

test('equal names have the same UUID, other names another one', () => {
  expect(namedUuid('voucher', 'ann', 'key')).toBe(namedUuid('voucher', 'ann', 'key'));
  const all = [namedUuid('a', 'b c'), namedUuid('a b', 'c'), namedUuid('a', 'b', 'c'), namedUuid('c', 'b', 'a')];
  expect(new Set(all).size).toBe(all.length);
  for (const one of all) expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
});
