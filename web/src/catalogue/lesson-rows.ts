import type { Course } from '@academy/contract/courses';
import type { LessonItem } from '@academy/contract/lessons';
import type { QueryClient } from '@tanstack/react-query';
import { COURSE } from '../api/courses.ts';
import { LESSONS } from '../api/lessons.ts';

/** Without this the page of a course of hundreds of lessons would mostly consist of texts that it does not show. */
const asRow = (lesson: LessonItem): LessonItem => ({ ...lesson, summary: '', instructors: [] });

/**
 * Reduces the lessons of a course to what outlines show: titles, times, locks and order, no texts. Call it before
 * rendering, so that server and browser render from the same data.
 */
export function withoutLessonTexts(client: QueryClient): void {
  for (const name of [COURSE, LESSONS])
    client.setQueriesData<Pick<Course, 'lessons'>>({ queryKey: [name] }, (reply) =>
      reply === undefined ? reply : { ...reply, lessons: reply.lessons.map(asRow) },
    );
}
