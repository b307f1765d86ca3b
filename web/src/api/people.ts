import type { Area } from '@academy/contract/area-names';
import { findAccount, getMyAccess } from '@academy/contract/call-routes/people';
import type { MySelf } from '@academy/contract/people';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useSession } from '../sign-in/session.ts';
import { call } from './call.ts';
import { CallError } from './call-error.ts';
import { type CallOptions, QUIET } from './call-options.ts';
import { noteRights } from './viewer.ts';

export const PERSON_KEY = 'person';

/** The own rights as the server knows them. @throws CallError */
export async function fetchMyAccess(options: CallOptions = {}): Promise<MySelf> {
  const me = await call(getMyAccess, {}, { ...QUIET, ...options });
  noteRights(me);
  return me;
}

/** The own rights as the server knows them: the query behind `useMe`, with its failure. */
export function useMyAccess() {
  const { isAuthenticated, userId } = useSession();
  return useQuery({
    queryKey: [PERSON_KEY, userId],
    queryFn: ({ signal }) => fetchMyAccess({ signal }),
    enabled: isAuthenticated,
  });
}

/** The signed-in person; null for visitors and until it is loaded. */
export function useMe(): MySelf | null {
  const { isAuthenticated } = useSession();
  const { data } = useMyAccess();
  return isAuthenticated ? (data ?? null) : null;
}

const NONE: readonly Area[] = [];

/** The areas of the administration that are open to the viewer; a server of the edition before names none. */
export const useAreas = (): readonly Area[] => useMe()?.areas ?? NONE;

/** The server refused a call of the administration: drops the rights to it at once and refetches them. */
export function dropAreas(client: QueryClient): void {
  client.setQueriesData<MySelf>({ queryKey: [PERSON_KEY] }, (me) => me && { ...me, isAdmin: false, areas: [] });
  void client.invalidateQueries({ queryKey: [PERSON_KEY] });
}

/** Timeout of the lookup on the sign-in page, ms. */
const LOOKUP_TIMEOUT_MS = 10_000;

/** Result of looking up an address. */
export type LoginLookup =
  /** The login to sign in with; null when there is no account or the call failed: both lead to registration. */
  | { login: string | null }
  /** Rate limited: whether there is an account is not known yet. */
  | { retryAfter: number };

/** Seconds to wait without a `Retry-After`. */
const USUAL_WAIT = 60;

/** Whether an account exists for an e-mail address. */
export async function findLogin(email: string): Promise<LoginLookup> {
  try {
    const options = { ...QUIET, timeout: LOOKUP_TIMEOUT_MS };
    return { login: (await call(findAccount, { headers: { email } }, options)).login || null };
  } catch (error) {
    if (error instanceof CallError && error.status === 429) return { retryAfter: error.retryAfter ?? USUAL_WAIT };
    return { login: null };
  }
}
