import { getFirstSteps, getStats } from '@academy/contract/call-routes/stats';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';

/** Refetch interval while the server computes statistics, ms. */
const AGAIN_MS = 2_000;

export interface StatsQuery {
  /** First and last day; empty: the last twelve weeks. */
  from: string;
  to: string;
  /** The course whose lessons are followed; empty: the one with the most learners. */
  courseId: string;
}

/** The statistics of an academy; the previous ones are shown until the next ones arrive. */
export function useStats(tenantId: string, filters: StatsQuery) {
  const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  return useQuery({
    queryKey: [getStats.name, tenantId, query],
    queryFn: ({ signal }) => call(getStats, { query }, { ...QUIET, signal, tenantId }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.isMaking ? AGAIN_MS : false),
    staleTime: 0,
  });
}

/** What the academy still needs on its first day. */
export function useFirstSteps(tenantId: string) {
  return useQuery({
    queryKey: [getFirstSteps.name, tenantId],
    queryFn: ({ signal }) => call(getFirstSteps, {}, { ...QUIET, signal, tenantId }),
    placeholderData: (before) => before,
    staleTime: 0,
  });
}
