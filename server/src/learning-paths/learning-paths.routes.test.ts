import { getLearningPath, listLearningPaths } from '@academy/contract/learning-paths';
import { completeLesson } from '@academy/contract/lessons';
import { getProgressOverlay } from '@academy/contract/progress';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCourse } from '../testing/a-course.ts';
import { anItem } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp } from '../testing/start-app.ts';
import type { TenantScope } from '../values/scope.ts';

const app = await startApp();

beforeAll(async () => {
  const lessons = (id: string) => [{ id: `${id}-1` }, { id: `${id}-2` }];
  await publishCourse(app, 'spring', aCourse({ id: 'spring-a', slug: 'a', lessons: lessons('spring-a') }));
  await publishCourse(
    app,
    'spring',
    aCourse({ id: 'spring-b', slug: 'b', lessons: lessons('spring-b'), status: 'unlisted' }),
  );
  await publishCourse(
    app,
    'spring',
    aCourse({ id: 'spring-c', slug: 'c', lessons: lessons('spring-c'), status: 'draft' }),
  );
  await publishItem(
    app,
    'spring',
    anItem('test', { id: 'spring-exam', title: 'The exam' }, { 'description.md': 'Be calm.' }),
  );
  await publishItem(
    app,
    'spring',
    anItem(
      'path',
      {
        id: 'spring-way',
        slug: 'way',
        topics: ['testing'],
        steps: [
          { type: 'course', id: 'spring-b' },
          { type: 'course', id: 'spring-c' },
          { type: 'course', id: 'spring-not-written-yet' },
          { type: 'course', id: 'spring-a' },
          { type: 'test', id: 'spring-exam' },
          { type: 'test', id: 'constructor' },
        ],
      },
      { 'description.md': 'A way.', 'summary.md': 'How **far** it goes.' },
    ),
  );
  await publishItem(
    app,
    'spring',
    anItem('path', { id: 'spring-empty', slug: 'empty', steps: [{ type: 'course', id: 'spring-c' }] }),
  );
  await publishItem(app, 'spring', anItem('path', { id: 'spring-draft', slug: 'draft', status: 'draft', steps: [] }));
});

const way = { query: { slug: 'way' } };

describe('a learning path', () => {
  it('names its steps, missing ones by a readable id', async () => {
    const { status, body } = await app.call(getLearningPath, way);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      pathId: 'spring-way',
      summary: expect.stringContaining('<strong>far</strong>'),
      lessonsCount: 4,
      duration: 240,
      percent: 0,
      steps: [
        { id: 'spring-b', title: 'Course spring-b', slug: 'b', available: true },
        { id: 'spring-c', title: 'C', slug: null, available: false },
        { id: 'spring-not-written-yet', title: 'Not Written Yet', slug: null, available: false },
        { id: 'spring-a', slug: 'a', available: true },
        { id: 'spring-exam', type: 'test', title: 'The exam', description: 'Be calm.', slug: null, available: true },
        { id: 'constructor', title: 'Constructor', available: false },
      ],
      courses: [
        { slug: 'b', firstLesson: { slug: 'spring-b-1' } },
        { slug: 'a', firstLesson: { slug: 'spring-a-1', title: 'Lesson spring-a-1' } },
      ],
    });
  });

  it("links to an exam's course without counting it", async () => {
    await publishCourse(
      app,
      'spring',
      aCourse({ id: 'spring-quiz', slug: 'quiz', status: 'unlisted', lessons: [{ id: 'spring-quiz-1' }] }),
    );
    const taken = { id: 'spring-taken', title: 'Taken here', settings: { course: 'spring-quiz' } };
    await publishItem(app, 'spring', anItem('test', taken));
    const lost = { id: 'spring-lost', title: 'Not written yet', settings: { course: 'spring-nowhere' } };
    await publishItem(app, 'spring', anItem('test', lost));
    const steps = [
      { type: 'test', id: 'spring-taken' },
      { type: 'test', id: 'spring-lost' },
    ];
    await publishItem(app, 'spring', anItem('path', { id: 'spring-exams', slug: 'exams', status: 'unlisted', steps }));
    const { body } = await app.call(getLearningPath, { query: { slug: 'exams' } });
    expect(body.data).toMatchObject({
      lessonsCount: 0,
      steps: [
        { id: 'spring-taken', slug: 'quiz', courseId: 'spring-quiz', available: true },
        { id: 'spring-lost', slug: null, courseId: null, available: true },
      ],
      courses: [],
    });
  });

  it('counts the learner’s own lessons of the courses that are there', async () => {
    const bearer = await (await app.aPerson()).bearer();
    const body = {
      lessonId: 'spring-a-1',
      courseId: 'spring-a',
      isLastLesson: false,
      operationType: 'COMPLETE_LESSON' as const,
    };
    await app.call(completeLesson, { body }, { bearer });
    expect((await app.call(getLearningPath, way, { bearer })).body.data).toMatchObject({
      percent: 25,
      courses: [{ completedLesson: 0 }, { completedLesson: 1, progressStatus: 'In Progress' }],
    });
    const list = (await app.call(listLearningPaths, {}, { bearer })).body.data as { paths: { percent: number }[] };
    expect(list.paths.map(({ percent }) => percent).sort()).toEqual([0, 25]);
    const overlay = await app.call(getProgressOverlay, { query: { kind: 'paths' } }, { bearer });
    expect(overlay.body.data).toMatchObject({
      items: { 'spring-way': { completedLesson: 1, lessonsCount: 4, progressStatus: 'In Progress' } },
    });
  });

  it('without any available course has a percentage all the same', async () => {
    const bearer = await (await app.aPerson()).bearer();
    const empty = { query: { slug: 'empty' } };
    for (const as of [{}, { bearer }])
      expect((await app.call(getLearningPath, empty, as)).body.data).toMatchObject({
        percent: 0,
        lessonsCount: 0,
        courses: [],
      });
  });

  it('is hidden as a draft', async () => {
    expect((await app.call(getLearningPath, { query: { slug: 'draft' } })).status).toBe(404);
    const list = await app.call(listLearningPaths, {});
    expect(list.body.data).toMatchObject({ paths: [{ slug: 'empty' }, { slug: 'way' }] });
  });

  it('gets a step back as soon as its course is published', async () => {
    await publishCourse(app, 'spring', aCourse({ id: 'spring-c', slug: 'c', lessons: [{ id: 'spring-c-1' }] }));
    expect((await app.call(getLearningPath, { query: { slug: 'empty' } })).body.data).toMatchObject({
      steps: [{ id: 'spring-c', available: true }],
      lessonsCount: 1,
    });
  });
});

describe('a step whose course another academy has', () => {
  const other = (tenantId: string, id: string, status: 'live' | 'unlisted' | 'draft' = 'live') =>
    publishCourse(app, tenantId, aCourse({ id, slug: `${tenantId}-${id}`, status, lessons: [{ id: `${id}-1` }] }));
  const stepsOf = async (slug: string, as = {}) => {
    const { data } = (await app.call(getLearningPath, { query: { slug } }, as)).body;
    return data as { steps: object[]; lessonsCount: number; percent: number; courses: object[] };
  };
  const crossing = (slug: string, ids: string[]) =>
    publishItem(
      app,
      'spring',
      anItem('path', { id: `spring-${slug}`, slug, steps: ids.map((id) => ({ type: 'course', id })) }),
    );

  it("shows that academy's texts, and does not count in progress", async () => {
    await other('kube', 'kube-other');
    await crossing('crossing', ['kube-other', 'spring-a']);
    expect(await stepsOf('crossing')).toMatchObject({
      steps: [
        {
          id: 'kube-other',
          tenantId: 'kube',
          title: 'Course kube-other',
          description: 'About kube-other.',
          slug: 'kube-kube-other',
          available: true,
        },
        { id: 'spring-a', tenantId: 'spring' },
      ],
      lessonsCount: 2,
      courses: [{ courseId: 'spring-a' }],
    });
    const bearer = await (await app.aPerson()).bearer();
    const operationType = 'COMPLETE_LESSON' as const;
    const done = { lessonId: 'kube-other-1', courseId: 'kube-other', isLastLesson: true, operationType };
    expect((await app.call(completeLesson, { body: done }, { bearer, tenant: 'kube' })).status).toBe(200);
    expect((await stepsOf('crossing', { bearer })).percent).toBe(0);
  });

  it('follows what that academy publishes, hides and removes', async () => {
    await crossing('following', ['tanzu-later']);
    const step = async () => (await stepsOf('following')).steps[0];
    const list = async () => {
      const { data } = (await app.call(listLearningPaths, {})).body as { data: { paths: { slug: string }[] } };
      return data.paths.find(({ slug }) => slug === 'following');
    };
    expect(await step()).toMatchObject({ available: false, tenantId: 'spring', slug: null });
    expect(await list()).toMatchObject({ steps: [{ available: false }] });
    await other('tanzu', 'tanzu-later');
    expect(await step()).toMatchObject({ available: true, tenantId: 'tanzu', title: 'Course tanzu-later' });
    expect(await list()).toMatchObject({ steps: [{ available: true }] });
    const later = { tenantId: 'tanzu' as TenantScope, kind: 'course' as const, id: 'tanzu-later', by: null };
    await app.publishing.setStatus(later, 'unlisted');
    expect(await step()).toMatchObject({ available: false });
    await app.publishing.setStatus(later, 'live');
    expect(await step()).toMatchObject({ available: true });
    await app.publishing.remove(later);
    expect(await step()).toMatchObject({ available: false });
  });

  it('is missing when it is ambiguous or only a draft', async () => {
    await other('kube', 'shared');
    await other('tanzu', 'shared');
    await other('kube', 'kube-draft', 'draft');
    await crossing('unclear', ['shared', 'kube-draft']);
    expect(await stepsOf('unclear')).toMatchObject({
      steps: [
        { available: false, tenantId: 'spring' },
        { available: false, tenantId: 'spring' },
      ],
      percent: 0,
    });
  });
});
