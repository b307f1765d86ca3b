import { type CourseItem, getCourse, listCourses } from '@academy/contract/courses';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Listing } from './list-reads.ts';
import { overlayRules, useCourseOverlay, useOverlay } from './progress.ts';
import { cachedRead, prefetchRead, useRead, useReread } from './use-read.ts';

const courseInput = (slug: string) => ({ query: { slug } });

/** The catalogue with its filter categories, with the learner's own state once it is there. */
export function useCourses() {
  const { courses, categories } = useRead(listCourses, {});
  const overlay = useOverlay('courses');
  return useMemo(
    () => ({
      courses: overlay === null ? courses : courses.map((item) => overlayRules().mergeCourseItem(item, overlay)),
      categories,
      overlay,
    }),
    [courses, categories, overlay],
  );
}
export const prefetchCourses = (client: QueryClient) => prefetchRead(client, listCourses, {});

/** The catalogue as a list to choose from. */
export const courseList: Listing<CourseItem, typeof listCourses> = {
  call: listCourses,
  itemsOf: ({ courses }) => courses,
};

/** One course with its outline, with the learner's own state once it is there. */
export function useCourse(slug: string) {
  const course = useRead(getCourse, courseInput(slug));
  const overlay = useCourseOverlay(slug);
  return useMemo(() => (overlay === null ? course : overlayRules().mergeCourse(course, overlay)), [course, overlay]);
}
/** Asks again for a course that is on screen. */
export const useCourseReread = (slug: string) => useReread(getCourse, courseInput(slug));
export const prefetchCourse = (client: QueryClient, slug: string) => prefetchRead(client, getCourse, courseInput(slug));
export const cachedCourse = (client: QueryClient, slug: string) => cachedRead(client, getCourse, courseInput(slug));

/** The learner's courses: those with progress, the most recently read first. Null while nobody is known. */
export function useMyCourses(): { inProgress: CourseItem[]; completed: CourseItem[]; favorites: CourseItem[] } | null {
  const { courses, overlay } = useCourses();
  return useMemo(() => {
    if (overlay === null) return null;
    const started = courses.filter(
      (course) => overlay.items[course.courseId]?.continueAt != null || course.completedLesson > 0,
    );
    const touched = (course: CourseItem) => overlay.items[course.courseId]?.continueAt?.at ?? '';
    started.sort((a, b) => (touched(a) < touched(b) ? 1 : -1));
    return {
      inProgress: started.filter((course) => course.progressStatus !== 'Completed'),
      completed: started.filter((course) => course.progressStatus === 'Completed'),
      favorites: courses.filter((course) => course.isFavorite),
    };
  }, [courses, overlay]);
}
