import { getCourse, listLessons } from '@academy/contract/call-routes';
import type { Course } from '@academy/contract/courses';
import type { LessonItem } from '@academy/contract/lessons';
import type { QueryClient } from '@tanstack/react-query';

/** The page of a course of hundreds of lessons would mostly consist of texts that nobody sees on it. */
const asRow = (lesson: LessonItem): LessonItem => ({ ...lesson, summary: '', instructors: [] });

/**
 * Leaves to the lessons of a course what outlines show of them: titles, times, locks and order, no texts. To be called
 * before rendering, so that server and browser render from the same.
 */
export function withoutLessonTexts(client: QueryClient): void {
  for (const call of [getCourse, listLessons])
    client.setQueriesData<Pick<Course, 'lessons'>>({ queryKey: [call.name] }, (reply) =>
      reply === undefined ? reply : { ...reply, lessons: reply.lessons.map(asRow) },
    );
}
