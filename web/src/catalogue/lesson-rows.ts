import type { Course } from '@academy/contract/courses';
import type { LessonItem } from '@academy/contract/lessons';
import type { QueryClient } from '@tanstack/react-query';
import { COURSE } from '../api/courses.ts';
import { LESSONS } from '../api/lessons.ts';

/** The page of a course of hundreds of lessons would mostly consist of texts that nobody sees on it. */
const asRow = (lesson: LessonItem): LessonItem => ({ ...lesson, summary: '', instructors: [] });

/**
 * Leaves to the lessons of a course what outlines show of them: titles, times, locks and order, no texts. To be called
 * before rendering, so that server and browser render from the same.
 */
export function withoutLessonTexts(client: QueryClient): void {
  for (const name of [COURSE, LESSONS])
    client.setQueriesData<Pick<Course, 'lessons'>>({ queryKey: [name] }, (reply) =>
      reply === undefined ? reply : { ...reply, lessons: reply.lessons.map(asRow) },
    );
}
