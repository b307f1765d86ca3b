import { exportAuditEvents, listAuditEvents } from '@academy/contract/audit';
import type { CallInput } from '@academy/contract/call';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';

export { exportAuditEvents };

/** One page of the audit; the one before stays until it is here. */
export function useAuditEvents(query: NonNullable<CallInput<typeof listAuditEvents>['query']>) {
  return useQuery({
    queryKey: [listAuditEvents.name, query],
    queryFn: ({ signal }) => call(listAuditEvents, { query }, { quiet: true, skipNotFound: true, signal }),
    select: ({ result }) => result,
    placeholderData: (before) => before,
    staleTime: 0,
  });
}
