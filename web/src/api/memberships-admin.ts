import type { CallInput } from '@academy/contract/call';
import { exportVoucherRequests, listVoucherRequests, setVoucherSent } from '@academy/contract/call-routes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChosenAcademy } from '../navigation/chosen-academy.ts';
import { call } from './call.ts';
import { refetchReads } from './refetch-reads.ts';

export { exportVoucherRequests };

const quietly = { quiet: true, loader: false, skipNotFound: true };

/** One page of the vouchers that members asked for; the one before stays until it is here. */
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

/** Says that a voucher was sent, or takes that back; the list follows. @throws CallError */
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
