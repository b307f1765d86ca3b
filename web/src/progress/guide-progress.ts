import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QUIET } from '../api/call-options.ts';
import { fetchGuide } from '../api/guides.ts';
import { useStore } from '../lib/store.ts';
import { pendingStore } from '../overlay/pending-store.ts';
import { useSession } from '../sign-in/session.ts';
import { pendingProgress } from './load-pending-progress.ts';

/** Marks a guide complete for a signed-in learner; without a network the completion is stored on this device. */
export const completeGuide = async (guideId: string): Promise<void> => {
  await (await pendingProgress()).markGuideComplete(guideId);
};

/** Whether the learner's completion of a guide has not been acknowledged by the server yet. */
export const useIsGuideCompletionPending = (guideId: string): boolean =>
  useStore(pendingStore).some(({ lessonId, courseId }) => courseId === null && lessonId === guideId);

/** Whether a learner has completed the guide of a lab (null until that is loaded), and the function that completes it. */
export function useLabGuide(slug: string, guideId: string): { completed: boolean | null; complete: () => void } {
  const { userId } = useSession();
  const [marked, setMarked] = useState(false);
  const { data } = useQuery({
    queryKey: ['labGuide', userId, guideId],
    queryFn: ({ signal }) => fetchGuide(slug, { ...QUIET, signal }),
  });
  const complete = async () => {
    setMarked(true);
    await completeGuide(guideId);
  };
  return {
    completed: marked || (data === undefined ? null : data.progressStatus === 'Completed'),
    complete: () => void complete(),
  };
}
