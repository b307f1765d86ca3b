import { getCourse, listCourses } from '@academy/contract/call-routes';
import type { CourseItem } from '@academy/contract/courses';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mergeCourse } from '../progress/overlay.ts';
import type { Listing } from './list-reads.ts';
import { useCourseOverlay } from './progress.ts';
import { cachedRead, prefetchRead, useRead, useReread } from './use-read.ts';

const courseInput = (slug: string) => ({ query: { slug } });

/** The catalogue as a list to choose from. */
export const courseList: Listing<CourseItem, typeof listCourses> = {
  call: listCourses,
  itemsOf: ({ courses }) => courses,
};

/** One course with its outline, with the learner's own state once it is there. */
export function useCourse(slug: string) {
  const course = useRead(getCourse, courseInput(slug));
  const overlay = useCourseOverlay(slug);
  return useMemo(() => (overlay === null ? course : mergeCourse(course, overlay)), [course, overlay]);
}
/** Asks again for a course that is on screen. */
export const useCourseReread = (slug: string) => useReread(getCourse, courseInput(slug));
export const prefetchCourse = (client: QueryClient, slug: string) => prefetchRead(client, getCourse, courseInput(slug));
export const cachedCourse = (client: QueryClient, slug: string) => cachedRead(client, getCourse, courseInput(slug));
