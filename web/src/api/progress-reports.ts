import type { CallInput } from '@academy/contract/call';
import {
  deleteSavedReport,
  exportProgressReport,
  getProgressReport,
  getReportChoices,
  listSavedReports,
  saveReport,
} from '@academy/contract/call-routes/progress-reports';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChosenAcademy } from '../navigation/chosen-academy.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { refetchReads } from './refetch-reads.ts';

export { exportProgressReport };

/** Refetch interval while the server computes a report, ms. */
const AGAIN_MS = 2_000;

const quietly = { ...QUIET, loader: false };

/** One page of a report; the previous page is shown until the new one arrives. */
export function useProgressReport(query: NonNullable<CallInput<typeof getProgressReport>['query']>) {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [getProgressReport.name, tenantId, query],
    queryFn: ({ signal }) => call(getProgressReport, { query }, { ...quietly, tenantId, signal }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.isMaking ? AGAIN_MS : false),
    staleTime: 0,
  });
}

/** The courses and groups by which reports can be narrowed down. */
export function useReportChoices() {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [getReportChoices.name, tenantId],
    queryFn: ({ signal }) => call(getReportChoices, {}, { ...quietly, tenantId, signal }),
  });
}

/** The viewer's saved reports in the chosen academy. */
export function useSavedReports() {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [listSavedReports.name, tenantId],
    queryFn: ({ signal }) => call(listSavedReports, {}, { ...quietly, tenantId, signal }),
    select: ({ result }) => result,
    staleTime: 0,
  });
}

/** Saves and deletes reports; the list is fetched again. Both throw CallError. */
export function useSavedReportChanges() {
  const tenantId = useChosenAcademy();
  const client = useQueryClient();
  const changed = () => refetchReads(client, listSavedReports.name);
  return {
    save: async (body: CallInput<typeof saveReport>['body']): Promise<void> => {
      await call(saveReport, { body }, { ...quietly, tenantId });
      await changed();
    },
    remove: async (reportId: string): Promise<void> => {
      try {
        await call(deleteSavedReport, { params: { reportId } }, { ...quietly, tenantId });
      } finally {
        await changed();
      }
    },
  };
}
