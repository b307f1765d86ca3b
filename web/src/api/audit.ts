import type { CallInput } from '@academy/contract/call';
import { exportAuditEvents, listAuditEvents } from '@academy/contract/call-routes/audit';
import { useQuery } from '@tanstack/react-query';
import { useChosenAcademy } from '../navigation/chosen-academy.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';

export { exportAuditEvents };

/** One page of the audit; the previous page is shown until the new one arrives. */
export function useAuditEvents(query: NonNullable<CallInput<typeof listAuditEvents>['query']>) {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [listAuditEvents.name, tenantId, query],
    queryFn: ({ signal }) => call(listAuditEvents, { query }, { ...QUIET, tenantId, signal }),
    select: ({ result }) => result,
    placeholderData: (before) => before,
    staleTime: 0,
  });
}
