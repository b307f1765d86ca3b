import { expect, test } from 'vitest';
import { buildItem } from './build.ts';
import { builtItemOf, storable } from './storable-item.ts';
import { aCourse, options } from './testing/content.ts';

const decoder = new TextDecoder();
const rowsOf = (pieces: Uint8Array[]) => pieces.flatMap((piece) => JSON.parse(decoder.decode(piece)) as unknown[]);

test('an item is stored in pieces that together hold everything', async () => {
  const long = (at: number) =>
    `## Part ${at}\n\n${`Ein Absatz über *Wörter*${' und mehr'.repeat(100)}.\n\n`.repeat(300)}`;
  const course = aCourse({
    '01-start/01-hello/content.md': long(1),
    '01-start/02-more/lesson.json': JSON.stringify({
      id: 'spring-x-more',
      slug: 'more',
      title: 'More',
      status: 'live',
    }),
    '01-start/02-more/content.md': long(2),
  });
  const built = await buildItem('course', course, options());
  if (built.refused || built.item.kind !== 'course') throw new Error('the course was refused');
  const ready = storable(built);
  if (ready.refused) throw new Error('the course was refused');
  const { lessons, search, lessonIds, data } = ready.item;
  expect(lessons.length).toBeGreaterThan(1);
  expect(rowsOf(lessons)).toEqual(
    built.item.lessons.map((lesson) => ({ ...lesson, translations: {}, translatedBodies: {} })),
  );
  expect(rowsOf(search)).toMatchObject(built.item.search);
  expect(lessonIds).toEqual(built.item.lessons.map(({ lessonId }) => lessonId));
  expect(JSON.parse(decoder.decode(data))).toEqual(built.item.data);
  expect(builtItemOf(ready.item)).toMatchObject({ ...built.item, search: [] });
});

test('a stored item can be read again with its translations', async () => {
  const course = aCourse({
    '01-start/01-hello/content.md': 'Hello.',
    '01-start/01-hello/content.de.md': 'Hallo.',
    'description.de.md': 'Deutsch.',
  });
  const built = await buildItem('course', course, options());
  const ready = storable(built);
  if (built.refused || ready.refused) throw new Error('the course was refused');
  const { de } = builtItemOf(ready.item).translations ?? {};
  expect(de).toEqual({ ...built.item.translations?.de, search: [] });
  expect(Object.values(de?.lessons ?? {})).toMatchObject([{ language: 'de', body: { html: '<p>Hallo.</p>' } }]);
});

test('search entries come with their words and the vocabulary', async () => {
  const text = '## Über `@RestController`\n\nKubernetes, kubernetes, x.509 and Spring-Boot.';
  const built = await buildItem('course', aCourse({ '01-start/01-hello/content.md': text }), options());
  const ready = storable(built);
  if (ready.refused) throw new Error('the course was refused');
  expect(rowsOf(ready.item.search)[1]).toMatchObject({
    titleWords: 'hello',
    headingWords: 'uber restcontroller',
    textWords: 'uber restcontroller kubernetes kubernetes x 509 and spring boot',
  });
  const vocabulary = rowsOf([ready.item.vocabulary]);
  expect(vocabulary).toEqual(expect.arrayContaining(['uber', 'restcontroller', 'kubernetes', 'spring', 'boot']));
  expect(vocabulary.filter((word) => word === 'kubernetes')).toHaveLength(1);
  expect(vocabulary).not.toEqual(expect.arrayContaining(['and']));
});

test('a refused result stays as it is', async () => {
  const refused = await buildItem('course', new Map(), options());
  expect(storable(refused)).toBe(refused);
});
