import type { CallInput, CallReply } from '@academy/contract/call';
import { completeLesson, getLesson, listLessons } from '@academy/contract/call-routes/lessons';
import type { Lesson } from '@academy/contract/lessons';
import type { CourseCounts } from '@academy/contract/rules/progress';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { WithRows } from '../overlay/lesson-row.ts';
import { mergeLesson, mergeLessons } from '../overlay/overlay.ts';
import { useSession } from '../sign-in/session.ts';
import { call } from './call.ts';
import type { CallOptions } from './call-options.ts';
import { useCourseOverlay } from './progress.ts';
import { cachedRead, prefetchRead, useRead, useRefetch } from './use-read.ts';
import { useRefetchWhenUnlocked } from './use-refetch-when-unlocked.ts';

const lessonsInput = (courseSlug: string) => ({ query: { slug: courseSlug } });
const lessonInput = (courseSlug: string, lessonSlug: string) => ({ params: { courseSlug, lessonSlug } });

export type Lessons = WithRows<CallReply<typeof listLessons>>;

/** With how many of them count, and are completed. */
export type CountedLessons = Lessons & { counts: CourseCounts };

/** First part of the keys of lists of lessons. */
export const LESSONS = listLessons.name;

/** The lessons of a course in order, with the learner's state once it is loaded. */
export function useLessons(courseSlug: string): CountedLessons {
  const reply: Lessons = useRead(listLessons, lessonsInput(courseSlug));
  const overlay = useCourseOverlay(courseSlug);
  return useMemo(() => {
    const { lessons, courseId } = reply;
    // Of a course that was finished new lessons do not count: the list is longer than the number.
    const counts = overlay?.items[courseId] ?? {
      completedLesson: 0,
      lessonsCount: lessons.filter(({ type }) => type !== 'module').length,
    };
    return { ...reply, counts, lessons: overlay ? mergeLessons(lessons, overlay) : lessons };
  }, [reply, overlay]);
}
export const prefetchLessons = (client: QueryClient, courseSlug: string) =>
  prefetchRead(client, listLessons, lessonsInput(courseSlug));
export const cachedLessons = (client: QueryClient, courseSlug: string): Lessons | undefined =>
  cachedRead(client, listLessons, lessonsInput(courseSlug));

export interface LessonRead {
  /** `html` is null while the lesson is locked for this viewer. */
  lesson: Lesson;
  /** True while a lesson that the server rendered locked is being refetched for a learner who may read it. */
  isUnlocking: boolean;
}

/** One lesson, with the learner's state once it is loaded. */
export function useLesson(courseSlug: string, lessonSlug: string): LessonRead {
  const input = lessonInput(courseSlug, lessonSlug);
  const given = useRead(getLesson, input);
  const refetch = useRefetch(getLesson, input);
  const overlay = useCourseOverlay(courseSlug);
  const { isAuthenticated } = useSession();
  const mayRead = overlay?.lessons?.[given.lessonId]?.locked === null;
  const isUnlocking = useRefetchWhenUnlocked(mayRead ? given.locked : null, given.lessonId, refetch);

  const lesson = useMemo(() => {
    const merged =
      overlay === null ? given : mergeLesson(given, { ...overlay, lessons: keepLock(overlay.lessons, given) });
    return withoutBody(merged, isAuthenticated);
  }, [given, overlay, isAuthenticated]);
  return { lesson, isUnlocking };
}

/** A lesson is open once its body is loaded, whatever the overlay says. */
function keepLock<L extends Record<string, { locked: Lesson['locked'] }> | undefined>(lessons: L, given: Lesson): L {
  const own = lessons?.[given.lessonId];
  if (lessons === undefined || own === undefined) return lessons;
  return { ...lessons, [given.lessonId]: { ...own, locked: given.locked ?? own.locked } };
}

/** Hides what only the session unlocked as soon as the session has ended, before the server is asked again. */
function withoutBody(lesson: Lesson, isAuthenticated: boolean): Lesson {
  const [tag] = lesson.entitlements.view;
  if (isAuthenticated || tag === undefined || lesson.locked !== null) return lesson;
  return {
    ...lesson,
    locked: tag,
    html: null,
    video: null,
    transcript: null,
    links: [],
    headings: [],
    hasQuestions: false,
    hasLab: false,
    labProvider: null,
  };
}
export const prefetchLesson = (client: QueryClient, courseSlug: string, lessonSlug: string) =>
  prefetchRead(client, getLesson, lessonInput(courseSlug, lessonSlug));
export const cachedLesson = (client: QueryClient, courseSlug: string, lessonSlug: string) =>
  cachedRead(client, getLesson, lessonInput(courseSlug, lessonSlug));

/** Sends the completion of a lesson. @throws CallError */
export const sendLessonCompletion = (input: CallInput<typeof completeLesson>, options: CallOptions) =>
  call(completeLesson, input, options);
