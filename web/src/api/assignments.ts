import { listDue } from '@academy/contract/call-routes/assignments';
import { useQuery } from '@tanstack/react-query';
import { useTenant } from '../lib/runtime.tsx';
import { useSession } from '../sign-in/session.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';

export type { Due } from '@academy/contract/assignments';

/** What the learner has to do in this academy; refetched whenever it is shown. */
export function useDue() {
  const { isAuthenticated, userId } = useSession();
  return useQuery({
    queryKey: [listDue.name, useTenant().tenantId, userId],
    queryFn: ({ signal }) => call(listDue, {}, { ...QUIET, loader: false, signal }),
    select: ({ result }) => result,
    enabled: isAuthenticated,
    staleTime: 0,
  });
}
