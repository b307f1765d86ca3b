import type { CallInput } from '@academy/contract/call';
import { getCourse, listCourses } from '@academy/contract/call-routes/courses';
import type { Course, CourseItem } from '@academy/contract/courses';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { WithRows } from '../overlay/lesson-row.ts';
import { mergeCourse } from '../overlay/overlay.ts';
import { call } from './call.ts';
import type { CallOptions } from './call-options.ts';
import type { Listing } from './list-reads.ts';
import { useCourseOverlay } from './progress.ts';
import { cachedRead, prefetchRead, useRead, useRefetch } from './use-read.ts';

const courseInput = (slug: string) => ({ query: { slug } });

/** The catalogue as a list to choose from. */
export const courseList: Listing<CourseItem, typeof listCourses> = {
  call: listCourses,
  itemsOf: ({ courses }) => courses,
};

type CoursesQuery = NonNullable<CallInput<typeof listCourses>['query']>;

/** Courses of the catalogue, as visitors see them. */
export const useCourses = (query: CoursesQuery) => useRead(listCourses, { query });
export const prefetchCourses = (client: QueryClient, query: CoursesQuery) =>
  prefetchRead(client, listCourses, { query });
/** Courses as the server has them for this viewer. @throws CallError */
export const fetchCourses = (query: CoursesQuery, options: CallOptions) => call(listCourses, { query }, options);

/** A course with its outline, as pages read it. */
export type OutlinedCourse = WithRows<Course>;

/** First part of the keys of courses with their outlines. */
export const COURSE = getCourse.name;

/** One course with its outline, merged with the learner's progress; that is undefined for visitors and until it is loaded. */
export function useCourse(slug: string) {
  const given: OutlinedCourse = useRead(getCourse, courseInput(slug));
  const overlay = useCourseOverlay(slug);
  const course = useMemo(() => (overlay === null ? given : mergeCourse(given, overlay)), [given, overlay]);
  return { course, progress: overlay?.items[course.courseId] };
}
/** Refetches a course that is on screen. */
export const useCourseRefetch = (slug: string) => useRefetch(getCourse, courseInput(slug));
export const prefetchCourse = (client: QueryClient, slug: string) => prefetchRead(client, getCourse, courseInput(slug));
export const cachedCourse = (client: QueryClient, slug: string): OutlinedCourse | undefined =>
  cachedRead(client, getCourse, courseInput(slug));
/** A course as the server has it for this viewer. @throws CallError */
export const fetchCourse = (slug: string, options: CallOptions) => call(getCourse, courseInput(slug), options);
