import { endLabSession, exportLabSessions, listLabEngines, listLabSessions } from '@academy/contract/call-routes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChosenAcademy } from '../navigation/chosen-academy.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';

export { exportLabSessions };

/** Running labs change by themselves: refetch interval while the screen is open, ms. */
const AGAIN_MS = 15_000;
const quietly = { ...QUIET, loader: false };

/** Running and failed lab sessions of the chosen academy. */
export function useLabSessions() {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [listLabSessions.name, tenantId],
    queryFn: ({ signal }) => call(listLabSessions, {}, { ...quietly, tenantId, signal }),
    refetchInterval: AGAIN_MS,
  });
}

/** What runs the labs of the chosen academy. */
export function useLabEngines() {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [listLabEngines.name, tenantId],
    queryFn: ({ signal }) => call(listLabEngines, {}, { ...quietly, tenantId, signal }),
    refetchInterval: AGAIN_MS,
  });
}

/** Ends a learner's session and refetches the list. @throws CallError */
export function useEndLab(): (id: string) => Promise<void> {
  const tenantId = useChosenAcademy();
  const client = useQueryClient();
  return async (id) => {
    try {
      await call(endLabSession, { params: { id } }, { ...quietly, tenantId });
    } finally {
      await client.invalidateQueries({ queryKey: [listLabSessions.name] });
    }
  };
}
