import type { CourseItem } from '@academy/contract/courses';
import type { LearningPath } from '@academy/contract/learning-paths';
import { useQuery } from '@tanstack/react-query';
import { QUIET } from '../api/call-options.ts';
import { fetchCourse, fetchCourses } from '../api/courses.ts';
import { fetchLearningPath, fetchLearningPaths } from '../api/learning-paths.ts';
import { useTenant } from '../lib/runtime.tsx';
import { useSession } from '../sign-in/session.ts';
import { hasLessonsLeft } from './course-progress.ts';

/** Courses that are suggested where no learning path has a next one. */
const MAX = 3;

export interface WhatNext {
  /** The learning path whose next course it is; null: courses on the same topics, or any. */
  path: Pick<LearningPath, 'title' | 'slug'> | null;
  courses: CourseItem[];
}

/** Suggestions after a completed course; null until they are loaded, and when there are none. */
export function useWhatNext(courseSlug: string): WhatNext | null {
  const { isAuthenticated, userId } = useSession();
  const { tenantId } = useTenant();
  const { data } = useQuery({
    queryKey: ['what-next', tenantId, userId, courseSlug],
    queryFn: ({ signal }) => findWhatNext(courseSlug, signal),
    enabled: isAuthenticated,
  });
  return data === undefined || data.courses.length === 0 ? null : data;
}

async function findWhatNext(courseSlug: string, signal: AbortSignal): Promise<WhatNext> {
  const options = { ...QUIET, signal };
  const [course, { paths }] = await Promise.all([
    fetchCourse(courseSlug, options),
    fetchLearningPaths({ allWhenSmall: 'true' }, options),
  ]);
  const open = paths.find(
    ({ steps, progressStatus }) =>
      progressStatus !== 'Completed' && steps.some(({ type, id }) => type === 'course' && id === course.courseId),
  );
  if (open !== undefined) {
    const path = await fetchLearningPath(open.slug, options);
    const next = nextInPath(path, course.courseId);
    if (next !== null) return { path, courses: [next] };
  }
  const { courses } = await fetchCourses(
    {
      ...(course.topic.length === 0 ? {} : { topic: course.topic }),
      progress: ['not-started'],
      pageNumber: 0,
      pageSize: MAX,
    },
    options,
  );
  return { path: null, courses };
}

/** The course of a path to go on with after one of them: the next with lessons left, else the first. */
export function nextInPath({ courses }: Pick<LearningPath, 'courses'>, courseId: string): CourseItem | null {
  const at = courses.findIndex((course) => course.courseId === courseId);
  const isOpen = (course: CourseItem) => course.courseId !== courseId && hasLessonsLeft(course);
  return courses.slice(at + 1).find(isOpen) ?? courses.find(isOpen) ?? null;
}
