import { getMembership, requestVoucher } from '@academy/contract/call-routes';
import type { MembershipDetails } from '@academy/contract/memberships';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSession } from '../sign-in/session.ts';
import { call } from './call.ts';

const MEMBERSHIP = 'membership';

/** The own Pro membership and this year's exam voucher; `details` is null while it is on its way and when it failed. */
export function useMembership(): { details: MembershipDetails | null; failed: boolean; retry: () => void } {
  const { isAuthenticated, userId } = useSession();
  const { data, isError, refetch } = useQuery({
    queryKey: [MEMBERSHIP, userId],
    queryFn: ({ signal }) => call(getMembership, {}, { quiet: true, skipNotFound: true, signal }),
    enabled: isAuthenticated,
  });
  return { details: data ?? null, failed: isError && data === undefined, retry: () => void refetch() };
}

/**
 * Asks for this year's voucher. What is tried again after a lost answer carries the same key, so that it counts once.
 * @returns the asking; it resolves when the page knows how it went, and what went wrong was shown
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
      // The call has said what is wrong; the membership tells whether another device was quicker.
    }
    await client.invalidateQueries({ queryKey: [MEMBERSHIP, userId] });
  };
}
