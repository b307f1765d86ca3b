import { type Certificate, listMyCertificates } from '@academy/contract/certificates';
import { type Course, type CourseItem, getCourse, listCourses } from '@academy/contract/courses';
import { getLearningPath } from '@academy/contract/learning-paths';
import { completeLesson } from '@academy/contract/lessons';
import { getLearner, type Learner } from '@academy/contract/people-learners';
import {
  getProgressOverlay,
  type LessonOverlayItem,
  type OverlayItem,
  restartCourse,
  sendProgressEvents,
} from '@academy/contract/progress';
import { getStats, type Stats } from '@academy/contract/stats';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCourse, type LessonSketch } from '../testing/a-course.ts';
import { anItem } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp } from '../testing/start-app.ts';

const app = await startApp();
let admin: { bearer: string };
beforeAll(async () => {
  admin = { bearer: await (await app.aPerson({ admin: true })).bearer() };
});

/** A course of its own for each test, with a path that leads through it. */
async function aGrowingCourse() {
  const id = `grows-${crypto.randomUUID().slice(0, 8)}`;
  const publish = (...lessons: (string | [string, string])[]) => {
    const sketches = lessons.map((one): LessonSketch => {
      const [name, content] = typeof one === 'string' ? [one, 'Words.'] : one;
      return { id: `${id}-${name}`, content };
    });
    const { files, options } = aCourse({ id, lessons: sketches });
    const source = { repository: 'r', commit: `commit-${lessons.length}`, folder: '' };
    return publishCourse(app, 'spring', { id, files, options: { ...options, source } });
  };
  const path = anItem('path', { id: `${id}-way`, slug: `${id}-way`, steps: [{ type: 'course', id }] });
  await publish('a', 'b');
  await publishItem(app, 'spring', path);
  return { id, publish };
}

async function aLearner(courseId: string) {
  const person = await app.aPerson();
  const as = { bearer: await person.bearer() };
  const read = async <T>(reply: Promise<{ body: { data: unknown } }>) => (await reply).body.data as T;
  const send = (kind: 'started' | 'completed' | 'undone', name: string) => {
    const event = { key: crypto.randomUUID(), lessonId: `${courseId}-${name}`, kind, at: new Date().toISOString() };
    return app.call(sendProgressEvents, { body: { events: [event] } }, as);
  };
  const overlay = () =>
    read<{ items: Record<string, OverlayItem>; lessons: Record<string, LessonOverlayItem> }>(
      app.call(getProgressOverlay, { query: { courseSlug: courseId } }, as),
    );
  return {
    ...{ as, send, personId: person.personId },
    async complete(...names: string[]) {
      for (const name of names) {
        const body = { courseId, lessonId: `${courseId}-${name}`, isLastLesson: false } as const;
        await app.call(completeLesson, { body: { ...body, operationType: 'COMPLETE_LESSON' } }, as);
      }
    },
    /** Done, counted and the state, after every screen that shows them said the same. */
    async counts() {
      const { items } = await overlay();
      const { completedLesson = 0, lessonsCount = 0, progressStatus = null } = items[courseId] ?? {};
      const details = await read<Course>(app.call(getCourse, { query: { slug: courseId } }, as));
      expect([details.completedLesson, details.lessonsCount]).toEqual([completedLesson, lessonsCount]);
      const { courses } = await read<{ courses: CourseItem[] }>(app.call(listCourses, {}, as));
      expect(courses.find((one) => one.courseId === courseId)).toMatchObject({ completedLesson, progressStatus });
      const seen = await read<Learner>(app.call(getLearner, { params: { userId: person.personId } }, admin));
      expect(seen.courses[0]).toMatchObject({ completedLesson, lessonsCount });
      const { percent } = await read<{ percent: number }>(
        app.call(getLearningPath, { query: { slug: `${courseId}-way` } }, as),
      );
      expect(percent).toBe(Math.round((completedLesson / lessonsCount) * 100));
      const { stats } = await read<{ stats: Stats }>(app.call(getStats, { query: {} }, admin));
      const counted = stats.courses.find((one) => one.courseId === courseId);
      expect(counted?.completed).toBe(progressStatus === 'Completed' ? 1 : 0);
      return [completedLesson, lessonsCount, progressStatus];
    },
    /** The names of the lessons that are new or changed. */
    async news() {
      const { lessons } = await overlay();
      return Object.entries(lessons).flatMap(([id, { news }]) =>
        news ? [`${id.slice(courseId.length + 1)} ${news}`] : [],
      );
    },
    async certificate() {
      const { result } = await read<{ result: Certificate[] }>(app.call(listMyCertificates, {}, as));
      return result.find(({ itemId }) => itemId === courseId);
    },
    restart: () => app.call(restartCourse, { body: { courseId } }, as),
  };
}

describe('a course that was finished', () => {
  // Shows promises#new-lessons
  it('stays finished when lessons come, which count once they are completed', async () => {
    const { id, publish } = await aGrowingCourse();
    const learner = await aLearner(id);
    await learner.complete('a', 'b');
    const first = await learner.certificate();
    expect(first?.edition).toMatchObject({ version: 1, commit: 'commit-2', renewedAt: null });
    await publish('a', 'b', 'c');
    expect(await learner.counts()).toEqual([2, 2, 'Completed']);
    expect(await learner.news()).toEqual(['c new']);
    expect(await learner.certificate()).toEqual(first);
    await learner.complete('c');
    expect([await learner.counts(), await learner.news()]).toEqual([[3, 3, 'Completed'], []]);
    const { edition, ...same } = (await learner.certificate()) ?? {};
    expect(edition).toEqual({ version: 2, commit: 'commit-3', renewedAt: expect.any(String) });
    expect({ ...same, edition: first?.edition }).toEqual(first);
  });

  it('names a changed lesson until it is opened, which renews the certificate', async () => {
    const { id, publish } = await aGrowingCourse();
    const learner = await aLearner(id);
    await learner.complete('a', 'b');
    await publish(['a', 'Other words.'], 'b');
    expect([await learner.counts(), await learner.news()]).toEqual([[2, 2, 'Completed'], ['a changed']]);
    expect((await learner.certificate())?.edition?.version).toBe(1);
    await learner.send('started', 'b');
    expect((await learner.certificate())?.edition?.version).toBe(1);
    await learner.send('started', 'a');
    expect(await learner.news()).toEqual([]);
    expect((await learner.certificate())?.edition?.version).toBe(2);
  });

  it('goes back by the learner’s own undo alone, and is finished again with it', async () => {
    const { id, publish } = await aGrowingCourse();
    const learner = await aLearner(id);
    await learner.complete('a', 'b');
    await publish('a', 'b', 'c');
    await learner.send('undone', 'a');
    expect([await learner.counts(), await learner.news()]).toEqual([[1, 3, 'In Progress'], []]);
    await learner.complete('a');
    expect(await learner.counts()).toEqual([2, 2, 'Completed']);
    await learner.restart();
    expect(await learner.counts()).toEqual([0, 3, null]);
  });

  it('keeps its certificate but begins anew when all its lessons are others', async () => {
    const { id, publish } = await aGrowingCourse();
    const learner = await aLearner(id);
    await learner.complete('a', 'b');
    await publish('c', 'd');
    expect((await learner.certificate())?.edition?.version).toBe(1);
    const { lessonsCount } = (await (
      await app.call(getCourse, { query: { slug: id } }, learner.as)
    ).body.data) as Course;
    expect(lessonsCount).toBe(2);
  });

  it('counts what is left of it when lessons go', async () => {
    const { id, publish } = await aGrowingCourse();
    const learner = await aLearner(id);
    await learner.complete('a', 'b');
    await publish('b', 'c');
    expect([await learner.counts(), await learner.news()]).toEqual([[1, 1, 'Completed'], ['c new']]);
  });
});

describe('a course that was not finished', () => {
  it('has its new lessons still to do', async () => {
    const { id, publish } = await aGrowingCourse();
    const learner = await aLearner(id);
    await learner.complete('a');
    await publish('a', 'c', 'd');
    expect([await learner.counts(), await learner.news()]).toEqual([[1, 3, 'In Progress'], []]);
    expect(await learner.certificate()).toBeUndefined();
  });

  it('cannot be called finished by a learner', async () => {
    const { id } = await aGrowingCourse();
    const learner = await aLearner(id);
    const event = { key: `finished:${id}`, lessonId: id, at: new Date().toISOString() };
    for (const kind of ['finished', 'completed'] as const)
      await app.call(sendProgressEvents, { body: { events: [{ ...event, kind: kind as 'completed' }] } }, learner.as);
    await learner.complete('a');
    expect(await learner.counts()).toEqual([1, 2, 'In Progress']);
  });
});
