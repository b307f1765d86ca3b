import { listCourses } from '@academy/contract/courses';
import { completeLesson, getLesson, listLessons } from '@academy/contract/lessons';
import { getProgressOverlay, sendProgressEvents } from '@academy/contract/progress';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp } from '../testing/start-app.ts';

const app = await startApp();

beforeAll(async () => {
  const course = aCourse({
    id: 'spring-rest',
    slug: 'rest',
    entitlements: ['pro'],
    lessons: [
      { id: 'spring-rest-intro', slug: 'intro', entitlements: [] },
      { id: 'spring-rest-auth', slug: 'auth', entitlements: ['auth'], module: 'spring-rest-m1' },
      { id: 'spring-rest-pro', slug: 'pro', module: 'spring-rest-m1' },
      { id: 'spring-rest-draft', slug: 'draft', status: 'draft' },
      { id: 'spring-rest-hidden', slug: 'hidden', status: 'unlisted', entitlements: [] },
    ],
  });
  await publishCourse(app, 'spring', course);
  await publishCourse(
    app,
    'tanzu',
    aCourse({ id: 'tanzu-mq', slug: 'mq', entitlements: ['pro'], lessons: [{ id: 'tanzu-mq-1', slug: 'one' }] }),
  );
});

const lesson = (lessonSlug: string, courseSlug = 'rest') => ({ params: { courseSlug, lessonSlug } });
const completing = (lessonId: string, courseId = 'spring-rest') => ({
  body: { lessonId, courseId, isLastLesson: false, operationType: 'COMPLETE_LESSON' as const },
});

describe('locked content', () => {
  it('a visitor reads an open lesson', async () => {
    const { status, body } = await app.call(getLesson, lesson('intro'));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ locked: null, html: expect.stringContaining('Secret text') });
  });

  // Shows security#locks
  it('a visitor sees only title, summary and duration of a locked lesson', async () => {
    const { response, body } = await app.call(getLesson, lesson('auth'));
    expect(body.data).toMatchObject({ title: 'Lesson spring-rest-auth', locked: 'auth', html: null, duration: 60 });
    expect(response.body).not.toContain('Secret text');
  });

  it('a learner without membership sees a lock on a Pro lesson', async () => {
    const learner = await app.aPerson();
    const { response, body } = await app.call(getLesson, lesson('pro'), { bearer: await learner.bearer() });
    expect(body.data).toMatchObject({ locked: 'pro', html: null });
    expect(response.body).not.toContain('Secret text');
  });

  it('a Pro member reads it, and no longer when the membership has ended', async () => {
    const pro = await app.aPerson({ pro: true });
    const expired = await app.aPerson({ expiredPro: true });
    const open = await app.call(getLesson, lesson('pro'), { bearer: await pro.bearer() });
    expect(open.body.data).toMatchObject({ locked: null, html: expect.stringContaining('Secret text') });
    const closed = await app.call(getLesson, lesson('pro'), { bearer: await expired.bearer() });
    expect(closed.body.data).toMatchObject({ locked: 'pro', html: null });
  });

  it('in tanzu a free account reads Pro lessons', async () => {
    const learner = await app.aPerson();
    const visitor = await app.call(getLesson, lesson('one', 'mq'), { tenant: 'tanzu' });
    expect(visitor.body.data).toMatchObject({ locked: 'auth', html: null });
    const open = await app.call(getLesson, lesson('one', 'mq'), { tenant: 'tanzu', bearer: await learner.bearer() });
    expect(open.body.data).toMatchObject({ locked: null });
  });

  it('no list contains a text', async () => {
    for (const reply of [
      await app.call(listLessons, { query: { slug: 'rest' } }),
      await app.call(listCourses, { query: {} }),
    ])
      expect(reply.response.body).not.toContain('Secret text');
  });

  it('a lesson of another academy does not exist here', async () => {
    expect((await app.call(getLesson, lesson('one', 'mq'), { tenant: 'spring' })).status).toBe(404);
  });
});

describe('what an author hides or locks', () => {
  it('a lesson in a draft module is hidden from everybody and cannot be completed', async () => {
    const course = aCourse({
      id: 'spring-hidden-module',
      lessons: [
        { id: 'spring-open', slug: 'open' },
        { id: 'spring-inside', slug: 'inside', module: 'spring-draft-module' },
      ],
      files: {
        '02-spring-draft-module/module.json': JSON.stringify({
          id: 'spring-draft-module',
          slug: 'draft-module',
          title: 'Draft',
          status: 'draft',
        }),
      },
    });
    await publishCourse(app, 'spring', course);
    expect((await app.call(getLesson, lesson('inside', 'spring-hidden-module'))).status).toBe(404);
    const bearer = await (await app.aPerson()).bearer();
    const reply = await app.call(completeLesson, completing('spring-inside', 'spring-hidden-module'), { bearer });
    expect(reply.status).toBe(404);
  });

  it('an unlisted course has its whole outline and can be completed', async () => {
    await publishCourse(
      app,
      'spring',
      aCourse({ id: 'spring-unlisted', status: 'unlisted', lessons: [{ id: 'spring-only', slug: 'only' }] }),
    );
    const bearer = await (await app.aPerson()).bearer();
    const done = await app.call(completeLesson, completing('spring-only', 'spring-unlisted'), { bearer });
    expect(done.body.data).toMatchObject({ completedLesson: 1, lessonsCount: 1 });
    const list = await app.call(listCourses, { query: {} });
    expect(list.response.body).not.toContain('spring-unlisted');
  });

  it('a new lock applies although the outline is cached', async () => {
    await publishCourse(app, 'spring', aCourse({ id: 'spring-late', lessons: [{ id: 'spring-late-1', slug: 'one' }] }));
    const learner = { bearer: await (await app.aPerson()).bearer() };
    expect((await app.call(getLesson, lesson('one', 'spring-late'), learner)).body.data).toMatchObject({
      locked: null,
    });
    // As if another server had published and this one had not been notified yet.
    await app.database.pool.query(
      `update content_item set version = version + 1 where id = 'spring-late';
       update catalogue_version set version = version + 1;
       update lesson set entitlements = '{pro}' where lesson_id = 'spring-late-1'`,
    );
    expect((await app.call(getLesson, lesson('one', 'spring-late'), learner)).body.data).toMatchObject({
      locked: 'pro',
      html: null,
    });
  });

  it('the conclusion of a locked course is the academy’s own', async () => {
    const course = aCourse({
      id: 'spring-end',
      entitlements: ['pro'],
      lessons: [{ id: 'spring-end-1', slug: 'one' }],
      files: { 'conclusion.md': 'Only for members.' },
    });
    await publishCourse(app, 'spring', course);
    const conclusion = async (role: { pro?: boolean }) =>
      (
        await app.call(
          listLessons,
          { query: { slug: 'spring-end' } },
          { bearer: await (await app.aPerson(role)).bearer() },
        )
      ).response.body;
    expect(await conclusion({})).not.toContain('Only for members');
    expect(await conclusion({ pro: true })).toContain('Only for members');
  });
});

describe('what is listed', () => {
  it('drafts are reachable by nobody, unlisted lessons by address only', async () => {
    const list = await app.call(listLessons, { query: { slug: 'rest' } });
    const slugs = (list.body.data as { lessons: { slug: string }[] }).lessons.map((one) => one.slug);
    expect(slugs).toEqual(['intro', 'spring-rest-m1', 'auth', 'pro']);
    expect((await app.call(getLesson, lesson('draft'))).status).toBe(404);
    expect((await app.call(getLesson, lesson('hidden'))).status).toBe(200);
  });
});

describe('marking complete', () => {
  // Shows security#server-counts
  it('a learner completes lessons, and every count agrees', async () => {
    const pro = await app.aPerson({ pro: true });
    const bearer = await pro.bearer();
    const first = await app.call(completeLesson, completing('spring-rest-intro'), { bearer });
    expect(first.body.data).toEqual({ progressStatus: 'Completed', completedLesson: 1, lessonsCount: 3 });
    await app.call(completeLesson, completing('spring-rest-pro'), { bearer });

    const list = await app.call(listLessons, { query: { slug: 'rest' } }, { bearer });
    expect(list.body.data).toMatchObject({ completedLesson: 2 });
    const overlay = await app.call(getProgressOverlay, { query: { courseSlug: 'rest' } }, { bearer });
    expect(overlay.body.data).toMatchObject({
      items: { 'spring-rest': { completedLesson: 2, lessonsCount: 3, progressStatus: 'In Progress' } },
      lessons: {
        'spring-rest-intro': { progressStatus: 'Completed' },
        'spring-rest-auth': { progressStatus: 'Not Started' },
      },
    });
    const mine = await app.call(listCourses, { query: { progressFilterRequired: 'true' } }, { bearer });
    expect(mine.body.data).toMatchObject({
      courses: [{ courseId: 'spring-rest', completedLesson: 2, progressStatus: 'In Progress' }],
    });
  });

  // Shows security#repeatable-writes
  it('doing it twice, or five times at once, changes nothing', async () => {
    const learner = await app.aPerson();
    const bearer = await learner.bearer();
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => app.call(completeLesson, completing('spring-rest-intro'), { bearer })),
    );
    for (const reply of replies) expect(reply.body.data).toMatchObject({ completedLesson: 1, lessonsCount: 3 });
  });

  it('an unlisted lesson can be completed and counts nowhere', async () => {
    const learner = await app.aPerson();
    const reply = await app.call(completeLesson, completing('spring-rest-hidden'), { bearer: await learner.bearer() });
    expect(reply.body.data).toEqual({ progressStatus: 'Completed', completedLesson: 0, lessonsCount: 3 });
  });

  // Shows promises#locked-not-done
  it.each([
    ['a visitor', 'spring-rest-intro', 'spring-rest', null, 401],
    ['a lesson that is locked for the learner', 'spring-rest-pro', 'spring-rest', {}, 403],
    ['a module', 'spring-rest-m1', 'spring-rest', {}, 404],
    ['an unknown lesson', 'nowhere', 'spring-rest', {}, 404],
    ['a lesson of another course', 'spring-rest-intro', 'nowhere', {}, 404],
    ['an id that is none', '../etc', 'spring-rest', {}, 400],
  ])('is refused for %s', async (_who, lessonId, courseId, role, status) => {
    const bearer = role === null ? undefined : await (await app.aPerson(role)).bearer();
    const reply = await app.call(
      completeLesson,
      completing(lessonId, courseId),
      bearer === undefined ? {} : { bearer },
    );
    expect(reply.status).toBe(status);
    expect(reply.body.success).toBe(false);
  });
});

describe('progress events', () => {
  const event = (
    key: string,
    kind: 'started' | 'completed' | 'undone',
    lessonId = 'spring-rest-intro',
    at = new Date().toISOString(),
  ) => ({ key, kind, lessonId, at });

  it('are recorded once, however often they arrive', async () => {
    const learner = await app.aPerson();
    const bearer = await learner.bearer();
    const send = () =>
      app.call(sendProgressEvents, { body: { events: [event('key-00001', 'completed')] } }, { bearer });
    expect((await send()).body.data).toMatchObject({
      results: [{ outcome: 'recorded' }],
      courses: [{ completedLesson: 1, percent: 33 }],
    });
    expect((await send()).body.data).toMatchObject({
      results: [{ outcome: 'repeated' }],
      courses: [{ completedLesson: 1 }],
    });
  });

  it('one refused event does not affect the others', async () => {
    const learner = await app.aPerson();
    const events = [event('key-00001', 'completed', 'spring-rest-pro'), event('key-00002', 'started')];
    const reply = await app.call(sendProgressEvents, { body: { events } }, { bearer: await learner.bearer() });
    expect(reply.body.data).toMatchObject({ results: [{ outcome: 'refused' }, { outcome: 'recorded' }] });
  });

  it('an undo takes a completion back', async () => {
    const learner = await app.aPerson();
    const bearer = await learner.bearer();
    await app.call(sendProgressEvents, { body: { events: [event('key-00001', 'completed')] } }, { bearer });
    const undone = await app.call(sendProgressEvents, { body: { events: [event('key-00002', 'undone')] } }, { bearer });
    expect(undone.body.data).toMatchObject({ courses: [{ completedLesson: 0, progressStatus: null }] });
  });

  it('an undo counts although the learner’s clock is slow', async () => {
    const bearer = await (await app.aPerson()).bearer();
    await app.database.pool.query("update person set created_at = now() - interval '1 day'");
    await app.call(completeLesson, completing('spring-rest-intro'), { bearer });
    const slow = new Date(Date.now() - 60_000).toISOString();
    const body = { sentAt: slow, events: [event('key-00002', 'undone', 'spring-rest-intro', slow)] };
    const undone = await app.call(sendProgressEvents, { body }, { bearer });
    expect(undone.body.data).toMatchObject({ courses: [{ completedLesson: 0 }] });
  });

  it('an invalid time is refused and named', async () => {
    const bearer = await (await app.aPerson()).bearer();
    const events = [event('key-00003', 'completed', 'spring-rest-intro', '2024-01-01T00:00:00+01')];
    const reply = await app.call(sendProgressEvents, { body: { events } }, { bearer });
    expect([reply.status, reply.body.errors[0]?.field]).toEqual([400, 'events.0.at']);
  });

  it('two people may use the same key', async () => {
    for (const person of [await app.aPerson(), await app.aPerson()]) {
      const reply = await app.call(
        sendProgressEvents,
        { body: { events: [event('the-same-key', 'completed')] } },
        { bearer: await person.bearer() },
      );
      expect(reply.body.data).toMatchObject({ results: [{ outcome: 'recorded' }] });
    }
  });
});
