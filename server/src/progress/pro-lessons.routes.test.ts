import { getCourse, listCourses } from '@academy/contract/courses';
import { getLearningPath } from '@academy/contract/learning-paths';
import { completeLesson } from '@academy/contract/lessons';
import { getProgressOverlay, type OverlayItem } from '@academy/contract/progress';
import { beforeAll, expect, test } from 'vitest';
import { aCourse } from '../testing/a-course.ts';
import { anItem } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp } from '../testing/start-app.ts';

const app = await startApp();
const COURSE = aCourse({
  id: 'mixed',
  entitlements: ['auth'],
  lessons: [
    { id: 'one', duration: 60 },
    { id: 'two', duration: 600, entitlements: ['pro'] },
    { id: 'three', duration: 120 },
    { id: 'four', duration: 600, entitlements: ['pro'] },
  ],
});
const PATH = anItem('path', { id: 'route', slug: 'route', steps: [{ type: 'course', id: 'mixed' }] });

beforeAll(async () => {
  for (const tenant of ['spring', 'tanzu']) {
    await publishCourse(app, tenant, COURSE);
    await publishItem(app, tenant, PATH);
  }
});

interface Counted {
  proLessons?: number;
  lessonsCount: number;
}
/** How many lessons need Pro, as the list of courses, the course and the learning path say it. */
async function proLessons(as: object): Promise<(number | undefined)[]> {
  const list = await app.call(listCourses, { query: {} }, as);
  const course = await app.call(getCourse, { query: { slug: 'mixed' } }, as);
  const path = await app.call(getLearningPath, { query: { slug: 'route' } }, as);
  const { courses } = list.body.data as { courses: Counted[] };
  return [courses[0], course.body.data as Counted, path.body.data as Counted].map((one) => one?.proLessons);
}

test('lists, course and path say how many lessons a viewer lacks Pro for', async () => {
  const free = { tenant: 'spring', bearer: await (await app.aPerson()).bearer() };
  const member = { tenant: 'spring', bearer: await (await app.aPerson({ pro: true })).bearer() };
  expect(await proLessons({ tenant: 'spring' })).toEqual([2, 2, 2]);
  expect(await proLessons(free)).toEqual([2, 2, 2]);
  expect(await proLessons(member)).toEqual([undefined, undefined, undefined]);
  expect(await proLessons({ tenant: 'tanzu' })).toEqual([undefined, undefined, undefined]);
});

async function overlayAfter(done: readonly string[], pro = false, tenant = 'spring'): Promise<OverlayItem | undefined> {
  const as = { tenant, bearer: await (await app.aPerson({ pro })).bearer() };
  for (const lessonId of done) {
    const body = { lessonId, courseId: 'mixed', isLastLesson: false, operationType: 'COMPLETE_LESSON' as const };
    expect((await app.call(completeLesson, { body }, as)).status).toBe(200);
  }
  const ofList = await app.call(getProgressOverlay, { query: { kind: 'courses' } }, as);
  const ofCourse = await app.call(getProgressOverlay, { query: { courseSlug: 'mixed' } }, as);
  const [inList, own] = [ofList, ofCourse].map(
    ({ body }) => (body.data as { items: Record<string, OverlayItem> }).items.mixed,
  );
  expect(inList).toEqual(own);
  return own;
}

test('"Continue" skips lessons that the learner cannot open', async () => {
  expect(await overlayAfter(['one'])).toMatchObject({ continueAt: { slug: 'three' }, secondsLeft: 120 });
  expect(await overlayAfter(['one'], true)).toMatchObject({ continueAt: { slug: 'two' }, secondsLeft: 1320 });
  expect(await overlayAfter(['one'], false, 'tanzu')).toMatchObject({ continueAt: { slug: 'two' } });
});

test('a learner who has done all open lessons keeps the counts of the course', async () => {
  expect(await overlayAfter(['one', 'three'])).toMatchObject({
    ...{ completedLesson: 2, lessonsCount: 4, progressStatus: 'In Progress' },
    ...{ continueAt: null, secondsLeft: 0 },
  });
});
