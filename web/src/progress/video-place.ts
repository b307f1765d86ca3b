import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useCourseOverlay } from '../api/progress.ts';
import { useSession } from '../sign-in/session.ts';
import { pendingProgress } from './load-pending-progress.ts';
import { OVERLAY } from './pending-store.ts';

/** A place that was asked for so lately is good, ms. */
const FRESH_MS = 2_000;

/** Where a learner left a video, and how a new place is kept. */
export interface VideoPlace {
  /** Whose, and which. */
  film: string;
  /** Null: not watched yet. */
  seconds: number | null;
  keep(seconds: number): void;
  /** What is done when all of it was watched; null: nothing. */
  complete: (() => void) | null;
}

/**
 * Where the learner left the video of a lesson, asked for anew when its page opens or comes into view; null for visitors.
 * @param complete see `VideoPlace`
 */
export function useVideoPlace(
  courseSlug: string,
  lesson: { lessonId: string; courseId: string },
  complete: (() => void) | null,
): VideoPlace | null {
  const { lessonId, courseId } = lesson;
  const { isAuthenticated, userId } = useSession();
  const client = useQueryClient();
  const seconds = useCourseOverlay(courseSlug)?.lessons?.[lessonId]?.position ?? null;
  useEffect(() => {
    if (!isAuthenticated) return;
    const ask = () => {
      if (document.visibilityState !== 'visible') return;
      const isOld = ({ state }: { state: { dataUpdatedAt: number } }) => state.dataUpdatedAt < Date.now() - FRESH_MS;
      void client.invalidateQueries({ queryKey: [OVERLAY], predicate: isOld });
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, [client, isAuthenticated]);
  return useMemo(() => {
    if (!isAuthenticated) return null;
    const keep = async (value: number) => {
      const { recordProgress } = await pendingProgress();
      recordProgress({ lessonId, courseId, kind: 'position', value });
    };
    return { film: `${userId} ${lessonId}`, seconds, keep: (value) => void keep(value), complete };
  }, [isAuthenticated, userId, seconds, lessonId, courseId, complete]);
}
