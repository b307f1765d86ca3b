import { USUAL_PAGE_SIZE } from '@academy/contract/constants';
import { expect, test } from 'vitest';
import { shownAtOnce } from './shown-at-once.ts';

const idOf = (one: string) => one;
const many = Array.from({ length: 200 }, (_, index) => `entry-${index}`);

test('a choice that brings many entries shows its beginning first', () => {
  expect(shownAtOnce(many, many.slice(50, 52), idOf)).toEqual([
    ...many.slice(0, USUAL_PAGE_SIZE),
    ...many.slice(50, 52),
  ]);
});

test('entries on screen stay there, also in another order and with changed favorites', () => {
  const reversed = [...many].reverse();
  expect(shownAtOnce(reversed, many, idOf)).toEqual(reversed);
});

test('a list that is shown completely, or is short, is shown as it is', () => {
  expect(shownAtOnce(many, many, idOf)).toBe(many);
  const few = many.slice(0, 3);
  expect(shownAtOnce(few, many, idOf)).toBe(few);
});
