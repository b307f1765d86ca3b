import { getMembership, requestVoucher } from '@academy/contract/call-routes/memberships';
import type { MembershipDetails } from '@academy/contract/memberships';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSession } from '../sign-in/session.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';

const MEMBERSHIP = 'membership';

/** The own Pro membership and this year's exam voucher; `details` is null until it is loaded and when that failed. */
export function useMembership(): { details: MembershipDetails | null; failed: boolean; retry: () => void } {
  const { isAuthenticated, userId } = useSession();
  const { data, isError, refetch } = useQuery({
    queryKey: [MEMBERSHIP, userId],
    queryFn: ({ signal }) => call(getMembership, {}, { ...QUIET, signal }),
    enabled: isAuthenticated,
  });
  return { details: data ?? null, failed: isError && data === undefined, retry: () => void refetch() };
}

/**
 * Requests this year's voucher. A retry after a lost answer carries the same idempotency key, so that it counts once.
 * @returns a function that requests it and resolves when the result is known and a failure was shown
 */
export function useRequestVoucher(): () => Promise<void> {
  const client = useQueryClient();
  const { userId } = useSession();
  const key = useRef('');
  return async () => {
    key.current ||= crypto.randomUUID();
    try {
      await call(requestVoucher, { headers: { 'idempotency-key': key.current } }, { skipNotFound: true });
    } catch {
      // The call has shown what is wrong; the refetched membership shows a voucher requested on another device.
    }
    await client.invalidateQueries({ queryKey: [MEMBERSHIP, userId] });
  };
}
