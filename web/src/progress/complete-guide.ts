import { useStore } from '../lib/store.ts';
import { pendingProgress } from './load-pending-progress.ts';
import { pendingStore } from './pending-store.ts';

/** Marks a guide complete for a signed-in learner; without a network it waits on this device. */
export const completeGuide = async (guideId: string): Promise<void> => {
  await (await pendingProgress()).markGuideComplete(guideId);
};

/** Whether the learner's completion of a guide is still on its way to the server. */
export const useGuideOnItsWay = (guideId: string): boolean =>
  useStore(pendingStore).some(({ lessonId, courseId }) => courseId === null && lessonId === guideId);
