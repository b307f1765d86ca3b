import { packItem } from '@academy/content/pack';
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
const goneIn = ({ findings }: Told) =>
  findings.flatMap(({ code, message }) => (code === 'address-gone' ? message : []));

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
  expect(goneIn(dry)).toEqual([
    'the address /courses/a/lessons/water of the lesson "Water" goes: it is /courses/a/lessons/hot-water now, and bookmarks and links of the old one find nothing. Keep the slug unless that is meant',
  ]);
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
  expect(goneIn(await putCourse({ ...course('c'), slug: 'sea' }))).toEqual([
    expect.stringMatching(/^the address \/courses\/c of the course and its lessons goes: it is \/courses\/sea now/),
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
    expect(goneIn(await at('new'))[0]).toContain(`the address ${address} of the ${kind} goes`);
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
