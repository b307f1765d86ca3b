import type { Category } from '@academy/contract/entities';
import { expect, test } from 'vitest';
import { chosenOf, searchOf, withoutOption, withToggled } from '../features/lists/chosen-filters.ts';
import { filtersOf, knownFilters } from './list-filters.ts';

const read = (search: string) => filtersOf(new URLSearchParams(search), ['topic', 'level', 'progress', 'favorite']);
const CATEGORIES: Category[] = [
  { categoryName: 'level', title: 'Level', options: [{ name: 'beginner', title: 'Beginner', count: 2 }] },
  { categoryName: 'topic', title: 'Topic', options: [{ name: 'java', title: 'Java', count: 1 }] },
];

test('filters are read from the address, in any letter case, each option once', () => {
  expect(read('topic=Spring%20Boot&topic=spring-boot&level=beginner&q=rest&sort=title&page=2')).toEqual({
    selection: { topic: ['spring-boot'], level: ['beginner'] },
    text: 'rest',
    sort: 'title',
    page: 2,
  });
});

test('an unknown order is ignored, and an invalid page number does not exist', () => {
  expect(read('sort=color').sort).toBeNull();
  for (const page of ['0', '-1', 'x', '1e3']) expect(read(`page=${page}`).page).toBeGreaterThan(10_000);
});

test('filters go back into the address without empty parts', () => {
  expect(searchOf(read('topic=java&level=&q=%20'))).toEqual({ topic: ['java'] });
  expect(searchOf(read('q=rest&sort=newest&page=3'))).toEqual({ q: 'rest', sort: 'newest', page: '3' });
});

test('options that the list does not have are as if they were not there', () => {
  expect(knownFilters(read('topic=java&topic=cobol&level=expert'), CATEGORIES, false).selection).toEqual({
    topic: ['java'],
  });
});

test('the learner’s own categories count for learners only', () => {
  const own = read('progress=completed&progress=half&favorite=true');
  expect(knownFilters(own, CATEGORIES, true).selection).toEqual({ progress: ['completed'], favorite: ['true'] });
  expect(knownFilters(own, CATEGORIES, false).selection).toEqual({});
});

test('switching an option drops an empty category and starts at page 1', () => {
  const on = withToggled(read('q=rest&page=3'), 'topic', 'Java');
  expect(on).toMatchObject({ selection: { topic: ['java'] }, text: 'rest', page: 1 });
  expect(withToggled(on, 'topic', 'java').selection).toEqual({});
});

test('chosen filters have the names of the list and are removable singly', () => {
  const filters = read('level=beginner&topic=java&favorite=true&q=rest');
  const chosen = chosenOf(filters, CATEGORIES);
  expect(chosen.map(({ title }) => title)).toEqual(['Beginner', 'Java', 'Favorites', '“rest”']);
  expect(chosen.map((one) => withoutOption(filters, one)).map(searchOf)).toEqual([
    { topic: ['java'], favorite: ['true'], q: 'rest' },
    { level: ['beginner'], favorite: ['true'], q: 'rest' },
    { level: ['beginner'], topic: ['java'], q: 'rest' },
    { level: ['beginner'], topic: ['java'], favorite: ['true'] },
  ]);
});
