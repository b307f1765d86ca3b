import {
  endLabSession,
  exportLabSessions,
  getLabSteps,
  listLabEngines,
  listLabSessions,
} from '@academy/contract/call-routes/labs-admin';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
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

/** How learners get on with the steps of a lab of the chosen academy. @param workshop null: the first lab by title */
export function useLabStepCounts(workshop: string | null) {
  const tenantId = useChosenAcademy();
  const query = workshop === null ? {} : { workshop };
  return useQuery({
    queryKey: [getLabSteps.name, tenantId, workshop],
    queryFn: ({ signal }) => call(getLabSteps, { query }, { ...quietly, tenantId, signal }),
    placeholderData: keepPreviousData,
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
