import { findAccount, getMyAccess, type Person } from '@academy/contract/people';
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

/** The sign-in page does not wait longer for the look-up, ms. */
const LOOK_UP_MS = 10_000;

/**
 * Whether an account exists for an e-mail address.
 * @returns the login to sign in with; null when there is none or the call failed, which both lead to registration
 */
export async function findLogin(email: string): Promise<string | null> {
  try {
    return (
      (await call(findAccount, { headers: { email } }, { quiet: true, skipNotFound: true, timeout: LOOK_UP_MS }))
        .login || null
    );
  } catch {
    return null;
  }
}
