import { expect, test } from 'vitest';
import { withTyped } from './typed-text.ts';

test('an older copy from the engine replaces other files, not the typed one', () => {
  const events = [
    { path: 'a', text: 'older' },
    { path: 'b', text: 'changed by a command' },
  ];
  expect(withTyped(events, { path: 'a', text: 'newer' })).toEqual([{ path: 'a', text: 'newer' }, events[1]]);
  expect(withTyped(events, null)).toBe(events);
  expect(withTyped(events, { path: 'removed', text: 'newer' })).toEqual(events);
});
