import type { CallInput } from '@academy/contract/call';
import { exportContactMessages, listContactMessages } from '@academy/contract/contact-admin';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';

export { exportContactMessages };

/** One page of what people wrote; the one before stays until it is here. */
export function useContactMessages(query: NonNullable<CallInput<typeof listContactMessages>['query']>) {
  return useQuery({
    queryKey: [listContactMessages.name, query],
    queryFn: ({ signal }) => call(listContactMessages, { query }, { quiet: true, skipNotFound: true, signal }),
    select: ({ result }) => result,
    placeholderData: (before) => before,
    staleTime: 0,
  });
}
