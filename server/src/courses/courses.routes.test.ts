import { getCourse, listCourses } from '@academy/contract/courses';
import { expect, it } from 'vitest';
import { aCourse } from '../testing/a-course.ts';
import { anItem } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp } from '../testing/start-app.ts';

const app = await startApp();

const details = async (slug: string, bearer?: string) =>
  (await app.call(getCourse, { query: { slug } }, bearer === undefined ? {} : { bearer })).body.data;

it('course details describe the instructors; lists only name them', async () => {
  await publishItem(
    app,
    'spring',
    anItem('instructor', { id: 'spring-ada', name: 'Ada Teacher', slug: 'ada', credentials: 'Engineer' }),
  );
  const instructors = ['spring-nobody', 'spring-ada'];
  await publishCourse(app, 'spring', aCourse({ id: 'spring-taught', instructors, lessons: [{ id: 'spring-t1' }] }));
  const ada = { instructorId: 'spring-ada', name: 'Ada Teacher', slug: 'ada' };
  expect(await details('spring-taught')).toMatchObject({
    instructors: [{ ...ada, avatar: null, credentials: expect.any(String) }],
  });
  const { courses } = (await app.call(listCourses, {})).body.data as { courses: { slug: string }[] };
  expect(courses.find(({ slug }) => slug === 'spring-taught')).toMatchObject({ instructors: [ada] });
});

it('a course without lessons has nothing to complete', async () => {
  await publishCourse(app, 'spring', aCourse({ id: 'spring-empty', lessons: [] }));
  const nothing = { lessonsCount: 0, completedLesson: 0, duration: 0, lessons: [], progressStatus: 'NOT_STARTED' };
  expect(await details('spring-empty')).toMatchObject(nothing);
  expect(await details('spring-empty', await (await app.aPerson()).bearer())).toMatchObject(nothing);
});
