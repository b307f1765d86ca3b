import { getInstructor, listInstructors } from '@academy/contract/call-routes/instructors';
import type { InstructorItem } from '@academy/contract/instructors';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mergeCourseItem } from '../overlay/overlay.ts';
import type { Listing } from './list-reads.ts';
import { useOverlay } from './progress.ts';
import { cachedRead, prefetchRead, useRead } from './use-read.ts';

// Instructors change rarely, so these two replies are cached for the day.
const FOR_THE_DAY = { cache: true };
const instructorInput = (slug: string) => ({ query: { slug } });

/** The instructors of this academy. */
export const instructorList: Listing<InstructorItem, typeof listInstructors> = {
  call: listInstructors,
  itemsOf: ({ result }) => result,
  options: FOR_THE_DAY,
};

/** One instructor with the courses they teach. */
export function useInstructor(slug: string) {
  const instructor = useRead(getInstructor, instructorInput(slug), FOR_THE_DAY);
  const overlay = useOverlay('courses');
  return useMemo(
    () =>
      overlay === null
        ? instructor
        : {
            ...instructor,
            courses: instructor.courses.map((course) => mergeCourseItem(course, overlay)),
          },
    [instructor, overlay],
  );
}
export const prefetchInstructor = (client: QueryClient, slug: string) =>
  prefetchRead(client, getInstructor, instructorInput(slug), FOR_THE_DAY);
export const cachedInstructor = (client: QueryClient, slug: string) =>
  cachedRead(client, getInstructor, instructorInput(slug));
