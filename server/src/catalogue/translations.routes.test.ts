import { getContentPage } from '@academy/contract/content-pages';
import { getCourse, listCourses } from '@academy/contract/courses';
import { completeLesson, getLesson } from '@academy/contract/lessons';
import { type SearchResult, searchAcademy } from '@academy/contract/search';
import { beforeAll, expect, test } from 'vitest';
import { aCourse } from '../testing/a-course.ts';
import { anItem } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp } from '../testing/start-app.ts';

const app = await startApp();
const GERMAN = { headers: { 'accept-language': 'de' } };

beforeAll(async () => {
  await publishCourse(
    app,
    'spring',
    aCourse({
      id: 'spring-bridges',
      title: 'Bridges',
      lessons: [
        { id: 'arches', title: 'Arches', content: 'An arch carries stones. Brücke.' },
        { id: 'ropes', title: 'Ropes', content: 'Ropes carry a bridge.' },
        { id: 'hidden', title: 'Hidden', entitlements: ['pro'], content: 'Steel carries most.' },
      ],
      files: {
        'course.de.json': '{"title": "Brücken"}',
        'summary.de.md': 'Wozu **Brücken** gut sind.',
        '01-arches/lesson.de.json': '{"title": "Bögen"}',
        '01-arches/content.de.md': 'Ein Bogen trägt die Steine vieler Brücken.',
        '03-hidden/content.de.md': 'Stahl trägt am meisten.',
      },
    }),
  );
  await publishItem(
    app,
    'spring',
    anItem(
      'page',
      { id: 'spring-rules', slug: 'rules', title: 'Rules' },
      { 'content.md': 'Be kind.', 'page.de.json': '{"title": "Regeln"}', 'content.de.md': 'Sei freundlich.' },
    ),
  );
});

const lesson = async (lessonSlug: string, as = {}) =>
  (await app.call(getLesson, { params: { courseSlug: 'spring-bridges', lessonSlug } }, as)).body.data as Record<
    string,
    unknown
  >;

test('a lesson is read in the language of its reader', async () => {
  expect(await lesson('arches')).toMatchObject({
    title: 'Arches',
    language: 'en',
    html: expect.stringContaining('An arch'),
  });
  expect(await lesson('arches', GERMAN)).toMatchObject({
    title: 'Bögen',
    language: 'de',
    html: expect.stringContaining('Ein Bogen'),
  });
});

test('a lesson without a translation is shown in its own language, which it names', async () => {
  expect(await lesson('ropes', GERMAN)).toMatchObject({
    title: 'Ropes',
    language: 'en',
    html: expect.stringContaining('Ropes carry'),
  });
});

test('a locked lesson stays locked in every language', async () => {
  expect(await lesson('hidden', GERMAN)).toMatchObject({ locked: 'pro', html: null });
});

test('course and list have the translated title; outline and progress are the same', async () => {
  const course = async (as = {}) => (await app.call(getCourse, { query: { slug: 'spring-bridges' } }, as)).body.data;
  expect(await course(GERMAN)).toMatchObject({
    title: 'Brücken',
    summary: expect.stringContaining('Wozu'),
    language: 'de',
    lessons: [{ title: 'Bögen' }, { title: 'Ropes' }, { title: 'Hidden' }],
  });
  expect(await course()).toMatchObject({ title: 'Bridges', language: 'en', lessons: [{ title: 'Arches' }, {}, {}] });
  const { courses } = (await app.call(listCourses, {}, GERMAN)).body.data as {
    courses: { slug: string; title: string }[];
  };
  expect(courses.find(({ slug }) => slug === 'spring-bridges')?.title).toBe('Brücken');
  const bearer = await (await app.aPerson()).bearer();
  const body = {
    lessonId: 'arches',
    courseId: 'spring-bridges',
    isLastLesson: false,
    operationType: 'COMPLETE_LESSON' as const,
  };
  expect((await app.call(completeLesson, { headers: {}, body }, { ...GERMAN, bearer })).status).toBe(200);
  expect(await lesson('arches', { bearer })).toMatchObject({ isComplete: true, title: 'Arches' });
});

test('a content page is read in the language of its reader', async () => {
  const page = async (as = {}) => (await app.call(getContentPage, { params: { slug: 'rules' } }, as)).body.data;
  expect(await page(GERMAN)).toMatchObject({
    title: 'Regeln',
    language: 'de',
    html: expect.stringContaining('freundlich'),
  });
  expect(await page()).toMatchObject({ title: 'Rules', language: 'en', html: expect.stringContaining('kind') });
});

test('search finds each page once, in the language of its reader first', async () => {
  const titles = async (q: string, as = {}) => {
    const { groups } = (await app.call(searchAcademy, { query: { q } }, as)).body.data as SearchResult;
    return groups.flatMap(({ hits }) => hits.map(({ title }) => title.map(({ text }) => text).join('')));
  };
  expect(await titles('Brücke', GERMAN)).toEqual(expect.arrayContaining(['Brücken', 'Bögen']));
  expect(await titles('Bogen', GERMAN)).toEqual(['Bögen']);
  expect(await titles('bridge', GERMAN)).toEqual(['Brücken', 'Ropes']);
  expect(await titles('Bögen')).toEqual([]);
  expect(await titles('Brücken')).toEqual(['Arches']);
});
