import { getMailState } from '@academy/contract/call-routes/mail';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';

/** How long the state of mail counts as fresh, ms. */
const FRESH_MS = 60_000;

/** Whether mail leaves the installation; undefined until that is known. */
export function useMailState() {
  return useQuery({
    queryKey: [getMailState.name],
    queryFn: ({ signal }) => call(getMailState, {}, { ...QUIET, signal }),
    staleTime: FRESH_MS,
  }).data;
}
