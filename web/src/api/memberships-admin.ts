import type { CallInput } from '@academy/contract/call';
import {
  exportVoucherRequests,
  listVoucherRequests,
  setVoucherSent,
} from '@academy/contract/call-routes/memberships-admin';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChosenAcademy } from '../navigation/chosen-academy.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { refetchReads } from './refetch-reads.ts';

export { exportVoucherRequests };

const quietly = { ...QUIET, loader: false };

/** One page of the vouchers that members requested; the previous page is shown until the new one arrives. */
export function useVoucherRequests(query: NonNullable<CallInput<typeof listVoucherRequests>['query']>) {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [listVoucherRequests.name, tenantId, query],
    queryFn: ({ signal }) => call(listVoucherRequests, { query }, { ...quietly, tenantId, signal }),
    select: ({ result }) => result,
    placeholderData: (before) => before,
    staleTime: 0,
  });
}

/** Marks a voucher as sent, or not sent, and refetches the list. @throws CallError */
export function useVoucherSent(): (requestId: string, sent: boolean) => Promise<void> {
  const tenantId = useChosenAcademy();
  const client = useQueryClient();
  return async (requestId, sent) => {
    try {
      await call(setVoucherSent, { params: { requestId }, body: { sent } }, { ...quietly, tenantId });
    } finally {
      await refetchReads(client, listVoucherRequests.name);
    }
  };
}
