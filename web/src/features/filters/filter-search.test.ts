import { expect, test } from 'vitest';
import { chosenCount, filtersOf, searchOf, withToggled } from './filter-search.ts';

const CATEGORIES = ['topic', 'level'];
const read = (search: string) => filtersOf(new URLSearchParams(search), CATEGORIES);

test('filters are read from the address, in any letter case, each option once', () => {
  expect(read('topic=Spring%20Boot&topic=spring-boot&level=beginner&q=rest&page=2')).toEqual({
    selection: { topic: ['spring-boot'], level: ['beginner'] },
    text: 'rest',
  });
});

test('filters go back into the address without empty parts', () => {
  expect(searchOf(read('topic=java&level=&q=%20'))).toEqual({ topic: ['java'] });
  expect(searchOf(read('q=rest'))).toEqual({ q: 'rest' });
});

test('an option is switched on and off again, and an emptied category is dropped', () => {
  const on = withToggled(read('q=rest'), 'topic', 'Java');
  expect(on).toEqual({ selection: { topic: ['java'] }, text: 'rest' });
  expect(withToggled(on, 'topic', 'java')).toEqual({ selection: {}, text: 'rest' });
});

test('the filter button counts what is chosen', () => {
  expect(chosenCount(read('topic=a&topic=b&level=c').selection)).toBe(3);
});
