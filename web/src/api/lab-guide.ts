import { getGuide } from '@academy/contract/call-routes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pendingProgress } from '../progress/load-pending-progress.ts';
import { useSession } from '../sign-in/session.ts';
import { call } from './call.ts';

/** Whether a learner has completed the guide of a lab, null while that is not known, and the way to complete it. */
export function useLabGuide(slug: string, guideId: string): { completed: boolean | null; complete: () => void } {
  const { userId } = useSession();
  const [marked, setMarked] = useState(false);
  const { data } = useQuery({
    queryKey: ['labGuide', userId, guideId],
    queryFn: ({ signal }) => call(getGuide, { query: { slug } }, { signal, quiet: true, skipNotFound: true }),
  });
  const complete = async () => {
    setMarked(true);
    await (await pendingProgress()).markGuideComplete(guideId);
  };
  return {
    completed: marked || (data === undefined ? null : data.progressStatus === 'Completed'),
    complete: () => void complete(),
  };
}
