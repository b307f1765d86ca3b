import { expect, test } from 'vitest';
import { withTyped } from './typed-text.ts';

test('what is being typed is not replaced by what an engine knew before, and other files are', () => {
  const told = [
    { path: 'a', text: 'older' },
    { path: 'b', text: 'changed by a command' },
  ];
  expect(withTyped(told, { path: 'a', text: 'newer' })).toEqual([{ path: 'a', text: 'newer' }, told[1]]);
  expect(withTyped(told, null)).toBe(told);
  expect(withTyped(told, { path: 'removed', text: 'newer' })).toEqual(told);
});
