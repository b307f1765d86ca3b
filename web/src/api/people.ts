import { getMyAccess } from '@academy/contract/call-routes';
import type { Person } from '@academy/contract/people';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../sign-in/session.ts';
import { call } from './call.ts';

export const PERSON_KEY = 'person';

/** The own rights as the server knows them: the query behind `useMe`, with its failure. */
export function useMyAccess() {
  const { isAuthenticated, userId } = useSession();
  return useQuery({
    queryKey: [PERSON_KEY, userId],
    queryFn: ({ signal }) => call(getMyAccess, {}, { quiet: true, skipNotFound: true, signal }),
    enabled: isAuthenticated,
  });
}

/** The signed-in person, or null while nobody is (or it is not known yet). */
export function useMe(): Person | null {
  const { isAuthenticated } = useSession();
  const { data } = useMyAccess();
  return isAuthenticated ? (data ?? null) : null;
}
