import { expect, test } from 'vitest';
import { stillThere, toggleAll, toggleOne } from './checked.ts';

const of = (...ids: string[]) => new Set(ids);

test('one entry is checked and unchecked', () => {
  expect(toggleOne(of('a'), 'b')).toEqual(of('a', 'b'));
  expect(toggleOne(of('a', 'b'), 'b')).toEqual(of('a'));
});

test('select all concerns what the search shows and leaves the rest as it was', () => {
  expect(toggleAll(of('hidden'), ['a', 'b'])).toEqual(of('hidden', 'a', 'b'));
  expect(toggleAll(of('hidden', 'a'), ['a', 'b'])).toEqual(of('hidden', 'a', 'b'));
  expect(toggleAll(of('hidden', 'a', 'b'), ['a', 'b'])).toEqual(of('hidden'));
});

test('what is gone is not checked any more', () => {
  expect(stillThere(of('a', 'gone'), ['b', 'a'])).toEqual(['a']);
});
