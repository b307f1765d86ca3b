import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sendCourseRestart } from '../api/progress.ts';
import { pendingProgress } from './load-pending-progress.ts';
import { OVERLAY } from './pending-store.ts';

/** Beginning a course anew. `restart` gives true once the server has done it; why it has not, a toast says. */
export function useRestartCourse(courseId: string) {
  const client = useQueryClient();
  const [isRunning, setIsRunning] = useState(false);
  const restart = async (): Promise<boolean> => {
    setIsRunning(true);
    try {
      // What is still on its way would come after the restart and undo it in part.
      const { sendPending } = await pendingProgress();
      await sendPending();
      await sendCourseRestart(courseId);
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
