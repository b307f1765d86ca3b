import { Readable } from 'node:stream';
import { getCourse, listCourses } from '@academy/contract/courses';
import { completeLesson, getLesson, listLessons } from '@academy/contract/lessons';
import { and, eq, isNotNull } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { auditEvent, personalAccessToken } from '../db/tables.ts';
import { aCourse, type CourseFiles, type CourseSketch, gzipped, packed } from '../testing/a-course.ts';
import { startApp } from '../testing/start-app.ts';
import type { TenantScope } from '../values/scope.ts';
import { hashToken } from '../values/token-format.ts';

const app = await startApp();
let token = '';

beforeAll(async () => {
  token = await app.aToken(await app.aPerson({ admin: true }), 'spring', ['content:write']);
});

async function put(
  course: CourseFiles,
  options: { query?: string; bearer?: string; id?: string; payload?: Uint8Array | Readable } = {},
) {
  const response = await app.request({
    method: 'PUT',
    url: `/api/v1/content/course/${options.id ?? course.id}${options.query ?? ''}`,
    headers: {
      host: 'spring.localhost:3000',
      tenantid: 'spring',
      'content-type': 'application/gzip',
      authorization: `Bearer ${options.bearer ?? token}`,
    },
    payload:
      options.payload instanceof Readable ? options.payload : Buffer.from(options.payload ?? (await packed(course))),
  });
  return { status: response.statusCode, body: response.json() };
}

const sketch = (id: string, more: Partial<CourseSketch> = {}): CourseSketch => ({
  id: `spring-${id}`,
  slug: id,
  lessons: [
    { id: `spring-${id}-1`, slug: 'one' },
    { id: `spring-${id}-2`, slug: 'two' },
  ],
  ...more,
});
const lesson = (courseSlug: string, lessonSlug: string) => ({ params: { courseSlug, lessonSlug } });
const completing = (id: string, n: number) => ({
  body: {
    lessonId: `spring-${id}-${n}`,
    courseId: `spring-${id}`,
    isLastLesson: false,
    operationType: 'COMPLETE_LESSON' as const,
  },
});

it('refuses a push whose token is revoked before its last byte', async () => {
  const course = aCourse(sketch('revoked'));
  const [archive, bearer] = [
    await packed(course),
    await app.aToken(await app.aPerson({ admin: true }), 'spring', ['content:write']),
  ];
  const tokenOf = eq(personalAccessToken.tokenHash, hashToken(bearer));
  async function* slowly() {
    yield archive.subarray(0, 10);
    const used = and(tokenOf, isNotNull(personalAccessToken.lastUsedAt));
    await vi.waitFor(async () => expect(await app.database.db.$count(personalAccessToken, used)).toBe(1), {
      timeout: 15_000,
    });
    await app.database.db.delete(personalAccessToken).where(tokenOf);
    yield archive.subarray(10);
  }
  const pushed = await put(course, { bearer, payload: Readable.from(slowly()) });
  expect(pushed.status).toBe(401);
  expect((await put(course)).body.data).toMatchObject({ outcome: 'created' });
});

describe('publishing a course', () => {
  it('creates it, says unchanged the second time, and updates it when a text changed', async () => {
    const course = aCourse(sketch('life'));
    expect((await put(course)).body.data).toMatchObject({ outcome: 'created', version: 1, findings: [] });
    expect((await put(course)).body.data).toMatchObject({ outcome: 'unchanged', version: 1 });
    const changed = aCourse(
      sketch('life', {
        lessons: [
          { id: 'spring-life-1', slug: 'one', content: '## New\n\nA new text.\n' },
          { id: 'spring-life-2', slug: 'two' },
        ],
      }),
    );
    expect((await put(changed)).body.data).toMatchObject({ outcome: 'updated', version: 2 });
    expect((await app.call(getLesson, lesson('life', 'one'))).body.data).toMatchObject({
      html: expect.stringContaining('A new text'),
    });
  });

  it('is visible at once in cached lists', async () => {
    const before = await app.call(listCourses, {});
    await put(aCourse(sketch('fresh')));
    const after = await app.call(listCourses, {});
    const slugs = (reply: typeof after) =>
      (reply.body.data as { courses: { slug: string }[] }).courses.map((one) => one.slug);
    expect(slugs(before)).not.toContain('fresh');
    expect(slugs(after)).toContain('fresh');
  });

  it('keeps the learners’ progress when lessons are renamed and moved', async () => {
    await put(aCourse(sketch('moving')));
    const bearer = await (await app.aPerson()).bearer();
    await app.call(completeLesson, completing('moving', 1), { bearer });
    const lessons = [
      { id: 'spring-moving-2', slug: 'two' },
      { id: 'spring-moving-1', slug: 'renamed', module: 'spring-moving-m', title: 'Renamed' },
    ];
    await put(aCourse(sketch('moving', { lessons })));
    const list = await app.call(listLessons, { query: { slug: 'moving' } }, { bearer });
    expect(list.body.data).toMatchObject({
      completedLesson: 1,
      lessons: [{ isComplete: false }, { type: 'module' }, { slug: 'renamed', isComplete: true }],
    });
  });

  it('keeps it when a lesson moves to another course', async () => {
    await put(aCourse(sketch('whole')));
    const bearer = await (await app.aPerson()).bearer();
    await app.call(completeLesson, completing('whole', 2), { bearer });
    const [first, second] = sketch('whole').lessons;
    if (first === undefined || second === undefined) throw new Error('the sketch has two lessons');
    await put(aCourse(sketch('whole', { lessons: [first] })));
    expect((await put(aCourse(sketch('half', { lessons: [second] })))).status).toBe(200);
    expect((await app.call(getCourse, { query: { slug: 'half' } }, { bearer })).body.data).toMatchObject({
      completedLesson: 1,
      progressStatus: 'COMPLETED',
    });
    expect((await app.call(getCourse, { query: { slug: 'whole' } }, { bearer })).body.data).toMatchObject({
      completedLesson: 0,
      lessonsCount: 1,
    });
  });

  it('hides a removed lesson and restores its progress later', async () => {
    await put(aCourse(sketch('gone')));
    const bearer = await (await app.aPerson()).bearer();
    await app.call(completeLesson, completing('gone', 2), { bearer });
    await put(aCourse(sketch('gone', { lessons: [{ id: 'spring-gone-1', slug: 'one' }] })));
    expect((await app.call(getLesson, lesson('gone', 'two'))).status).toBe(404);
    expect((await app.call(getCourse, { query: { slug: 'gone' } }, { bearer })).body.data).toMatchObject({
      lessonsCount: 1,
      completedLesson: 0,
    });
    await put(aCourse(sketch('gone')));
    expect((await app.call(getCourse, { query: { slug: 'gone' } }, { bearer })).body.data).toMatchObject({
      lessonsCount: 2,
      completedLesson: 1,
    });
  });

  it('lets two lessons exchange their slugs', async () => {
    await put(aCourse(sketch('swap')));
    const lessons = [
      { id: 'spring-swap-1', slug: 'two' },
      { id: 'spring-swap-2', slug: 'one' },
    ];
    expect((await put(aCourse(sketch('swap', { lessons })))).body.data).toMatchObject({ outcome: 'updated' });
  });

  it('says unchanged in strict mode, too', async () => {
    const course = aCourse(sketch('strict'));
    await put(course, { query: '?strict=true' });
    expect((await put(course, { query: '?strict=true' })).body.data).toMatchObject({
      outcome: 'unchanged',
      version: 1,
    });
  });

  it('a dry run checks and changes nothing', async () => {
    expect((await put(aCourse(sketch('dry')), { query: '?dryRun=true' })).body.data).toMatchObject({
      outcome: 'created',
    });
    expect((await app.call(getCourse, { query: { slug: 'dry' } })).status).toBe(404);
  });

  it('removes a course, and keeps its learners’ progress', async () => {
    await put(aCourse(sketch('out')));
    const bearer = await (await app.aPerson()).bearer();
    await app.call(completeLesson, completing('out', 1), { bearer });
    const remove = () =>
      app.request({
        method: 'DELETE',
        url: '/api/v1/content/course/spring-out',
        headers: { host: 'spring.localhost:3000', tenantid: 'spring', authorization: `Bearer ${token}` },
      });
    expect((await remove()).json().data).toEqual({ deleted: true });
    expect((await remove()).statusCode).toBe(404);
    expect((await app.call(getCourse, { query: { slug: 'out' } })).status).toBe(404);
    expect((await put(aCourse(sketch('out')))).body.data).toMatchObject({
      outcome: expect.stringMatching(/created|unchanged/),
    });
    expect((await app.call(getCourse, { query: { slug: 'out' } }, { bearer })).body.data).toMatchObject({
      completedLesson: 1,
    });
  });
});

describe('a sample of the server', () => {
  const publishSample = (course: CourseFiles) => {
    const terms = { tenantId: 'spring' as TenantScope, kind: 'course' as const, id: course.id, by: null };
    return app.publishing.publishUnlessRemoved(
      { ...terms, dryRun: false, strict: false },
      course.files,
      course.options,
    );
  };

  it('yields its address to an author for good', async () => {
    await publishSample(aCourse({ ...sketch('sample-gone'), slug: 'wanted' }));
    await put(aCourse({ ...sketch('own'), slug: 'wanted' }), { query: '?dryRun=true' });
    expect((await app.call(getCourse, { query: { slug: 'wanted' } })).body.data).toMatchObject({
      courseId: 'spring-sample-gone',
    });
    const own = await put(aCourse({ ...sketch('own'), slug: 'wanted' }));
    expect(own.body.data).toMatchObject({ outcome: 'created' });
    const removed = await app.database.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.targetId, 'spring-sample-gone'));
    expect(removed).toMatchObject([{ action: 'content.delete', details: { givesWayTo: 'spring-own' } }]);
    expect(await publishSample(aCourse({ ...sketch('sample-gone'), slug: 'wanted' }))).toBeNull();
    expect((await app.call(getCourse, { query: { slug: 'wanted' } })).body.data).toMatchObject({
      courseId: 'spring-own',
    });
  });

  it("does not replace an author's item with its id", async () => {
    await publishSample(aCourse(sketch('sample-kept')));
    await put(aCourse(sketch('sample-kept', { title: 'My own words' })));
    expect(await publishSample(aCourse(sketch('sample-kept')))).toBeNull();
    expect((await app.call(getCourse, { query: { slug: 'sample-kept' } })).body.data).toMatchObject({
      title: 'My own words',
    });
  });
});

describe('a refused course', () => {
  it('changes nothing and names file, line and what to do', async () => {
    await put(aCourse(sketch('firm')));
    const broken = aCourse(
      sketch('firm', {
        title: 'Half',
        lessons: [
          { id: 'spring-firm-1', slug: 'one' },
          { id: 'spring-firm-2', slug: 'one' },
        ],
      }),
    );
    const { status, body } = await put(broken);
    expect(status).toBe(422);
    expect(body.errors[0].code).toBe('content-refused');
    expect(body.data.findings).toContainEqual(
      expect.objectContaining({
        severity: 'fatal',
        file: expect.stringContaining('lesson.json'),
        line: expect.any(Number),
      }),
    );
    expect((await app.call(getCourse, { query: { slug: 'firm' } })).body.data).toMatchObject({
      title: 'Course spring-firm',
      lessonsCount: 2,
    });
  });

  it('does not take another course’s slug or lesson ids', async () => {
    await put(aCourse(sketch('first')));
    const slug = await put(aCourse({ ...sketch('second'), slug: 'first' }));
    expect(slug.body.data.findings[0]).toMatchObject({
      code: 'slug-taken',
      message: expect.stringContaining('./academy content delete'),
    });
    const ids = await put(aCourse(sketch('third', { lessons: [{ id: 'spring-first-1', slug: 'one' }] })));
    expect(ids.body.data.findings[0]).toMatchObject({
      code: 'lesson-id-taken',
      message: expect.stringContaining('publish that course without it first'),
    });
  });

  it('is all but one of many with the same slug at once', async () => {
    const statuses = async (courses: CourseFiles[]) =>
      (await Promise.all(courses.map((course) => put(course)))).map(({ status }) => status).sort();
    const many = [1, 2, 3, 4, 5, 6];
    const sameSlug = many.map((n) => aCourse({ ...sketch(`race-${n}`), slug: 'race' }));
    expect(await statuses(sameSlug)).toEqual([200, 422, 422, 422, 422, 422]);
    const lessons = [{ id: 'spring-shared', slug: 'one' }];
    const sameLesson = many.map((n) => aCourse(sketch(`thief-${n}`, { lessons })));
    expect(await statuses(sameLesson)).toEqual([200, 422, 422, 422, 422, 422]);
  });

  it.each([
    ['no archive', { payload: gzipped('hello') }, 422],
    ['not even gzip', { payload: new TextEncoder().encode('plain text') }, 422],
    ['an id that differs from the archive’s', { id: 'spring-other' }, 400],
  ])('is answered for %s', async (_what, options, status) => {
    expect((await put(aCourse(sketch('odd')), options)).status).toBe(status);
  });
});

describe('who may publish', () => {
  it('nobody without a token of that ability and academy, whose maker is an admin', async () => {
    const course = aCourse(sketch('mine'));
    const admin = await app.aPerson({ admin: true });
    const learner = await app.aPerson();
    const refused = async (bearer: string) => (await put(course, { bearer })).status;
    expect(await refused(await admin.bearer())).toBe(401);
    expect(await refused(await app.aToken(admin, 'spring', ['progress:read']))).toBe(403);
    expect(await refused(await app.aToken(admin, 'kube', ['content:write']))).toBe(403);
    expect(await refused(await app.aToken(learner, 'spring', ['content:write']))).toBe(403);
    expect(await refused('academy_0000000000000000000000000000000000000000')).toBe(401);
  });
});
