import type { Lesson } from '@academy/contract/lessons';
import { useCallback, useEffect, useRef } from 'react';
import { useSession } from '../sign-in/session.ts';
import { pendingProgress } from './load-pending-progress.ts';

export interface Completion {
  /**
   * Marks the lesson complete; the page shows it at once.
   * @returns true when the server has it, false when it waits on this device, null when it was refused
   */
  complete: () => Promise<boolean | null>;
  /** Takes the completion back. */
  undo: () => void;
}

/** Completing a lesson and taking it back, for a signed-in learner. */
export function useCompleteLesson(lesson: { lessonId: string; courseId: string }, isLastLesson: boolean): Completion {
  const { lessonId, courseId } = lesson;
  return {
    complete: useCallback(
      async () => (await pendingProgress()).markComplete({ lessonId, courseId, isLastLesson }),
      [lessonId, courseId, isLastLesson],
    ),
    undo: useCallback(
      () => void pendingProgress().then((queue) => queue.recordProgress({ lessonId, courseId, kind: 'undone' })),
      [lessonId, courseId],
    ),
  };
}

/** Notes that a signed-in learner has opened a lesson, once per visit: Not Started becomes In Progress. */
export function useLessonOpened(lesson: Lesson): void {
  const { isAuthenticated } = useSession();
  const { lessonId, courseId, locked } = lesson;
  const noted = useRef<string | null>(null);
  useEffect(() => {
    if (!isAuthenticated || locked !== null || noted.current === lessonId) return;
    noted.current = lessonId;
    void pendingProgress().then((queue) => queue.recordProgress({ lessonId, courseId, kind: 'started' }));
  }, [isAuthenticated, locked, lessonId, courseId]);
}

/** Stores where a signed-in learner is in the text of a lesson, until it is completed: the course is continued there. */
export function useReadingPlace(courseSlug: string, { slug, locked, isComplete }: Lesson): void {
  const { isAuthenticated } = useSession();
  const follows = isAuthenticated && locked === null;
  useEffect(() => {
    if (!follows) return;
    const following = pendingProgress().then((file) => file.followReading(courseSlug, slug, isComplete));
    return () => void following.then((stop) => stop());
  }, [follows, courseSlug, slug, isComplete]);
}
