import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sendCourseRestart } from '../api/progress.ts';
import { OVERLAY } from '../overlay/pending-store.ts';
import { pendingProgress } from './load-pending-progress.ts';

/** Restarts a course. `restart` resolves to true when the server has done it; a failure is shown as a toast. */
export function useRestartCourse({ courseId, slug }: { courseId: string; slug: string }) {
  const client = useQueryClient();
  const [isRunning, setIsRunning] = useState(false);
  const restart = async (): Promise<boolean> => {
    setIsRunning(true);
    try {
      // Events that are still unsent would arrive after the restart and undo it in part.
      const { sendPending, forgetPlace } = await pendingProgress();
      await sendPending();
      await sendCourseRestart(courseId);
      forgetPlace(slug, null);
      await client.invalidateQueries({ queryKey: [OVERLAY] });
      return true;
    } catch {
      return false;
    } finally {
      setIsRunning(false);
    }
  };
  return { restart, isRunning };
}
