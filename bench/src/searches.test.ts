import { expect, test } from 'vitest';
import { lessonsFrom, searchTexts } from './search-texts.ts';
import { stored } from './searches.ts';

const TEXT = 'Spring makes beans from classes, and wires the beans that other beans want to have. '.repeat(30);

test('some of the words that are searched are rare among many lessons', () => {
  const lessons = lessonsFrom([TEXT], 2_000);
  const [, , , rare = ''] = searchTexts(lessons, 5);
  const having = lessons.filter(({ text }) => text.includes(rare)).length;
  expect(rare).not.toBe('');
  expect(having).toBeLessThan(10);
});

test('lessons to search among are stored like published ones', () => {
  const { search, vocabulary } = stored('bench-search', lessonsFrom([TEXT], 3));
  const entries = search.flatMap((piece) => JSON.parse(piece.toString()));
  expect(entries).toMatchObject([{ id: 'bench-search-0' }, { id: 'bench-search-1' }, { id: 'bench-search-2' }]);
  expect(JSON.parse(vocabulary.toString())).toContain('beans');
});
