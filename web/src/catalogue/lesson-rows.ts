import type { QueryClient } from '@tanstack/react-query';
import { COURSE } from '../api/courses.ts';
import { LESSONS } from '../api/lessons.ts';
import { asRow, type WithRows } from '../overlay/lesson-row.ts';

/**
 * Reduces the lessons of a course to what outlines show: without this the page of a course of hundreds of lessons would
 * mostly consist of fields that nothing reads. Call it before rendering, so that server and browser render from the same
 * data.
 */
export function withRowsOnly(client: QueryClient): void {
  for (const name of [COURSE, LESSONS])
    client.setQueriesData<WithRows<unknown>>({ queryKey: [name] }, (reply) =>
      reply === undefined ? reply : { ...reply, lessons: reply.lessons.map(asRow) },
    );
}
