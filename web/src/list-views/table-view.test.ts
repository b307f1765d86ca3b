import { expect, test } from 'vitest';
import { searchWithView, sortedRows, tableViewOf, viewWith } from './table-view.ts';

const COLUMNS = [
  { name: 'firstName', isSortable: true },
  { name: 'login', isSortable: true },
  { name: 'isPro' },
  { name: 'userId', isHidden: true },
] as const;
const FIRST = { sortBy: 'firstName', sortDir: 'asc' } as const;
type Name = (typeof COLUMNS)[number]['name'];
const viewOf = (query: string) => tableViewOf<Name>(new URLSearchParams(query), COLUMNS, FIRST);
const queryOf = (view: ReturnType<typeof viewOf>, query = '') =>
  searchWithView<Name>(new URLSearchParams(query), view, COLUMNS, FIRST);

test('an address without parameters shows the table as it is at first', () => {
  expect(viewOf('')).toEqual({
    text: '',
    sortBy: 'firstName',
    sortDir: 'asc',
    page: 1,
    columns: ['firstName', 'login', 'isPro'],
    density: 'comfortable',
    open: null,
  });
  expect(queryOf(viewOf(''))).toBe('');
});

test('the address keeps search, order, page, columns, density and the open row', () => {
  const query = '?columns=login%2CuserId&density=compact&dir=desc&open=7&page=3&q=ada&sort=login';
  expect(viewOf(query)).toMatchObject({ text: 'ada', sortBy: 'login', sortDir: 'desc', page: 3, open: '7' });
  expect(viewOf(query)).toMatchObject({ columns: ['login', 'userId'], density: 'compact' });
  expect(queryOf(viewOf(query))).toBe(query);
});

test('what the table does not have is left out, and one column always remains', () => {
  const view = viewOf('?sort=isPro&dir=sideways&columns=shoe-size&page=0');
  expect(view).toMatchObject({ sortBy: 'firstName', sortDir: 'asc', page: 1 });
  expect(view.columns).toEqual(['firstName', 'login', 'isPro']);
});

test('parameters of others stay in the address', () => {
  expect(queryOf({ ...viewOf(''), text: 'ada' }, '?expired=true')).toBe('?expired=true&q=ada');
});

test('rows are ordered as people order words, and by size where they are numbers', () => {
  const words = ['Zoë', 'abel', 'Lesson 10', 'Lesson 9', 'Émile'];
  expect(sortedRows(words, (word) => word, 'asc')).toEqual(['abel', 'Émile', 'Lesson 9', 'Lesson 10', 'Zoë']);
  expect(sortedRows([9, 10, 1], (number) => number, 'desc')).toEqual([10, 9, 1]);
});

test('another search, order or page closes the open row; search and order restart paging', () => {
  const view = viewOf('?open=7&page=3');
  expect(viewWith(view, { text: 'ada' })).toMatchObject({ text: 'ada', page: 1, open: null });
  expect(viewWith(view, { sortBy: 'login', sortDir: 'desc' })).toMatchObject({ page: 1, open: null });
  expect(viewWith(view, { page: 4 })).toMatchObject({ page: 4, open: null });
  expect(viewWith(view, { density: 'compact' })).toMatchObject({ page: 3, open: '7' });
  expect(viewWith(view, { open: '8' })).toMatchObject({ page: 3, open: '8' });
});
