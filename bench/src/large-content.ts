import { connect } from '@academy/server/db/connect';
import { findRunningPostgres } from '@academy/server/db/embedded-postgres';
import type { RunningAcademy } from './academy.ts';
import { type MadeLesson, madeCourse, publish, publishingToken, sampleTexts } from './courses.ts';
import { copyItems, copyLessons, TEMPLATE } from './growth/fill-content.ts';

/** The tenant that gets the large content: its lists are long, those of the other tenants stay as they are. */
export const LARGE_TENANT = 'tanzu';
const COURSES = 10_000;
const LESSONS = 600;
const LESSONS_OF_MODULE = 20;
const LONG_COURSE = 'long-course';

/** Addresses of the pages that large content has. */
export interface LargePages {
  list: string;
  course: string;
  /** In the middle of the course. */
  lesson: string;
}

/** Makes a catalogue of 10,000 courses, copied by SQL, and publishes a course of 600 lessons in 30 modules. */
export async function fillLargeContent(academy: RunningAcademy): Promise<LargePages> {
  const texts = await sampleTexts();
  const token = await publishingToken(academy, LARGE_TENANT);
  const lesson = (number: number): MadeLesson => ({
    slug: `lesson-${number}`,
    title: `What to know about step ${number + 1}`,
    text: `${texts[number % texts.length]}`,
  });
  const template = [lesson(0), lesson(1)];
  await publish(academy, madeCourse(TEMPLATE, `About ${TEMPLATE}`, template), token, LARGE_TENANT);
  const address = findRunningPostgres(academy.dataFolder);
  if (address === null) throw new Error('the database of the academy does not run');
  const { pool, close } = connect(address, { connections: 1, statementTimeoutMs: 600_000 });
  try {
    await copyItems(pool, LARGE_TENANT, 'course', COURSES);
    await copyLessons(pool, COURSES);
  } finally {
    await close();
  }
  // Published last, so that the server notices the copies.
  const lessons = Array.from({ length: LESSONS }, (_, number) => ({
    ...lesson(number),
    module: Math.floor(number / LESSONS_OF_MODULE),
  }));
  // The first of its list.
  await publish(academy, madeCourse(LONG_COURSE, 'A long course', lessons, 1), token, LARGE_TENANT);
  const course = `/courses/${LONG_COURSE}`;
  return { list: '/courses', course, lesson: `${course}/lessons/lesson-${LESSONS / 2}` };
}
