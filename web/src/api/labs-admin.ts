import { endLabSession, listLabEngines, listLabSessions } from '@academy/contract/labs-admin';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';

/** What runs changes by itself: it is asked for again this often while the screen is open, ms. */
const AGAIN_MS = 15_000;
const quietly = { quiet: true, loader: false, skipNotFound: true };

/** Running and failed lab sessions of this academy. */
export function useLabSessions() {
  return useQuery({
    queryKey: [listLabSessions.name],
    queryFn: ({ signal }) => call(listLabSessions, {}, { ...quietly, signal }),
    refetchInterval: AGAIN_MS,
  });
}

/** What runs the labs of this academy. */
export function useLabEngines() {
  return useQuery({
    queryKey: [listLabEngines.name],
    queryFn: ({ signal }) => call(listLabEngines, {}, { ...quietly, signal }),
    refetchInterval: AGAIN_MS,
  });
}

/** Ends somebody's session; the list follows. @throws CallError */
export function useEndLab(): (id: string) => Promise<void> {
  const client = useQueryClient();
  return async (id) => {
    try {
      await call(endLabSession, { params: { id } }, quietly);
    } finally {
      await client.invalidateQueries({ queryKey: [listLabSessions.name] });
    }
  };
}
