import { packItem } from '@academy/content/pack';
import { completeLesson } from '@academy/contract/lessons';
import { beforeAll, expect, test } from 'vitest';
import { aCourse, type CourseSketch, packed } from '../testing/a-course.ts';
import { anItem } from '../testing/an-item.ts';
import { startApp } from '../testing/start-app.ts';

const app = await startApp();
let token = '';
beforeAll(async () => {
  token = await app.aToken(await app.aPerson({ admin: true }), 'spring', ['content:write']);
});

interface Told {
  outcome: string;
  findings: { code: string; severity: string; message: string }[];
}
async function put(kind: string, id: string, payload: Uint8Array, query = ''): Promise<Told> {
  const reply = await app.request({
    method: 'PUT',
    url: `/api/v1/content/${kind}/${id}${query}`,
    headers: {
      ...{ host: 'spring.localhost:3000', tenantid: 'spring', 'content-type': 'application/gzip' },
      authorization: `Bearer ${token}`,
    },
    payload: Buffer.from(payload),
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().data;
}
const putCourse = async (sketch: CourseSketch, query?: string) =>
  put('course', sketch.id, await packed(aCourse(sketch)), query);
const toldOf =
  (wanted: string) =>
  ({ findings }: Told) =>
    findings.flatMap(({ code, message }) => (code === wanted ? message : []));
const goneIn = toldOf('address-gone');
const movedIn = toldOf('address-moved');

const course = (slug: string, more: Partial<CourseSketch> = {}): CourseSketch => ({
  id: `spring-${slug}`,
  slug,
  lessons: [
    { id: `spring-${slug}-water`, slug: 'water', title: 'Water' },
    { id: `spring-${slug}-tea`, slug: 'tea', title: 'Tea' },
  ],
  ...more,
});
const renamed = (slug: string): CourseSketch => ({
  ...course(slug),
  lessons: [
    { id: `spring-${slug}-water`, slug: 'hot-water', title: 'Water' },
    { id: `spring-${slug}-tea`, slug: 'tea', title: 'Tea' },
  ],
});

test('a lesson whose slug changes is named, also in dry runs and strict mode', async () => {
  await putCourse(course('a'));
  const dry = await putCourse(renamed('a'), '?dryRun=true');
  expect(movedIn(dry)).toEqual([
    'the address /courses/a/lessons/water of the lesson "Water" is /courses/a/lessons/hot-water now; the old one leads there',
  ]);
  expect(goneIn(dry)).toEqual([]);
  const real = await putCourse(renamed('a'), '?strict=true');
  expect(real).toMatchObject({ outcome: 'updated', findings: dry.findings });
  expect(await putCourse(renamed('a'))).toMatchObject({ outcome: 'unchanged', findings: [] });
});

test('a lesson that is removed or becomes a draft is named', async () => {
  await putCourse(course('b'));
  const [water, tea] = course('b').lessons;
  const draft = { ...course('b'), lessons: [{ ...water, status: 'draft' as const }, tea] } as CourseSketch;
  expect(goneIn(await putCourse(draft))).toEqual([expect.stringMatching(/^the address \/courses\/b\/lessons\/water /)]);
  expect(goneIn(await putCourse({ ...draft, lessons: [tea] } as CourseSketch))).toEqual([]);
  expect(goneIn(await putCourse({ ...draft, lessons: [] }))).toEqual([
    'the address /courses/b/lessons/tea of the lesson "Tea" goes: bookmarks and links of it find nothing. Publish it again unless that is meant',
  ]);
});

test('a course whose slug changes is named once, for all its lessons', async () => {
  await putCourse(course('c'));
  expect(movedIn(await putCourse({ ...course('c'), slug: 'sea' }))).toEqual([
    'the address /courses/c of the course and its lessons is /courses/sea now; the old one leads there',
  ]);
  expect(goneIn(await putCourse({ ...course('c'), slug: 'sea', status: 'draft' }))).toHaveLength(1);
  expect(goneIn(await putCourse({ ...course('c'), slug: 'ocean' }))).toEqual([]);
});

test('guides and pages are named by their own addresses', async () => {
  for (const [kind, address] of [
    ['guide', '/guides/old'],
    ['page', '/old'],
  ] as const) {
    const at = async (slug: string) =>
      put(
        kind,
        `moved-${kind}`,
        await packItem(anItem(kind, { id: `moved-${kind}`, slug }, { 'content.md': 'Words.' })),
      );
    await at('old');
    expect(movedIn(await at('new'))[0]).toContain(`the address ${address} of the ${kind} is `);
  }
});

test('exchanged slugs and new lessons take nothing away', async () => {
  await putCourse(course('d'));
  expect(
    goneIn(
      await putCourse({ ...course('d'), title: 'Other', lessons: [...course('d').lessons, { id: 'spring-d-new' }] }),
    ),
  ).toEqual([]);
});

test('a dry run says how many learners a changed course touches', async () => {
  await putCourse(course('touched'));
  const told = toldOf('learners-touched');
  const changed = (...words: string[]) => ({
    ...course('touched'),
    lessons: words.map((content, at) => ({ ...course('touched').lessons[at], id: `spring-touched-${at}`, content })),
  });
  await putCourse(changed('One.', 'Two.'));
  expect(told(await putCourse(changed('One.', 'Other.', 'New.'), '?dryRun=true'))).toEqual([]);
  for (const lessons of [[0, 1], [0]]) {
    const learner = { bearer: await (await app.aPerson()).bearer() };
    for (const at of lessons) {
      const body = { courseId: 'spring-touched', lessonId: `spring-touched-${at}`, isLastLesson: false } as const;
      await app.call(completeLesson, { body: { ...body, operationType: 'COMPLETE_LESSON' } }, learner);
    }
  }
  expect(told(await putCourse(changed('One.', 'Other.', 'New.'), '?dryRun=true'))).toEqual([
    '1 of 2 learners have finished the course, and it stays finished; its page shows them what is new: 1 new lesson, 1 changed lesson. For the others the new ones are still to be done',
  ]);
  expect(told(await putCourse({ ...changed('One.', 'Two.'), title: 'Renamed' }, '?dryRun=true'))).toEqual([]);
  expect(told(await putCourse(changed('One.', 'Other.', 'New.')))).toEqual([]);
});
