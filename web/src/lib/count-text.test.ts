import { expect, test } from 'vitest';
import { countText } from './count-text.ts';

test('one thing is named in the singular, none and several in the plural', () => {
  expect([0, 1, 2].map((count) => countText(count, 'lesson'))).toEqual(['0 lessons', '1 lesson', '2 lessons']);
  expect(countText(2, 'entry', 'entries')).toBe('2 entries');
});
