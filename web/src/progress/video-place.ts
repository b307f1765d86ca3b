import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useCourseOverlay } from '../api/progress.ts';
import { OVERLAY } from '../overlay/pending-store.ts';
import { useSession } from '../sign-in/session.ts';
import { pendingProgress } from './load-pending-progress.ts';

/** A position fetched within this time is fresh enough, ms. */
const FRESH_MS = 2_000;

/** The learner's position in a video, and how a new one is stored. */
export interface VideoPlace {
  /** Whose, and which. */
  film: string;
  /** Null: not watched yet. */
  seconds: number | null;
  keep(seconds: number): void;
  /** Called when all of it was watched; null: nothing. */
  complete: (() => void) | null;
}

/**
 * The learner's position in the video of a lesson, refetched when its page opens or becomes visible; null for visitors.
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
