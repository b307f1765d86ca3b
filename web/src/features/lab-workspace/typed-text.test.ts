import { expect, test } from 'vitest';
import { withTyped } from './typed-text.ts';

test('what is being typed is not replaced by what an engine knew before, and other files are', () => {
  const events = [
    { path: 'a', text: 'older' },
    { path: 'b', text: 'changed by a command' },
  ];
  expect(withTyped(events, { path: 'a', text: 'newer' })).toEqual([{ path: 'a', text: 'newer' }, events[1]]);
  expect(withTyped(events, null)).toBe(events);
  expect(withTyped(events, { path: 'removed', text: 'newer' })).toEqual(events);
});
