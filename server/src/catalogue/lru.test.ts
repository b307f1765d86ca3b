import { expect, test } from 'vitest';
import { Lru } from './lru.ts';

test('what was used longest ago goes first, as soon as all together weigh too much', () => {
  const memory = new Lru<string>(10, ({ length }) => length);
  memory.set('a', 'aaaa');
  memory.set('b', 'bbbb');
  memory.get('a');
  memory.set('c', 'cc');
  expect(memory.newestFirst()).toEqual(['cc', 'aaaa', 'bbbb']);
  memory.set('d', 'd');
  expect(memory.newestFirst()).toEqual(['d', 'cc', 'aaaa']);
});

test('what alone weighs more than everything may is not kept, and pushes nothing out', () => {
  const memory = new Lru<string>(10, ({ length }) => length);
  memory.set('a', 'aaaa');
  memory.set('b', 'b'.repeat(11));
  expect(memory.newestFirst()).toEqual(['aaaa']);
  memory.set('a', 'a'.repeat(11));
  expect(memory.newestFirst()).toEqual([]);
});
