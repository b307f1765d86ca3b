import { getHealth } from '@academy/contract/call-routes/health';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';

/** Refetch interval while the screen is open, ms. */
const AGAIN_MS = 15_000;

/** How the installation is. */
export function useHealth() {
  return useQuery({
    queryKey: [getHealth.name],
    queryFn: ({ signal }) => call(getHealth, {}, { ...QUIET, loader: false, signal }),
    refetchInterval: AGAIN_MS,
    staleTime: 0,
  });
}
