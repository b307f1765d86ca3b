import type { CallInput } from '@academy/contract/call';
import { exportPeople, searchPeople, setMembership, toggleAdmin } from '@academy/contract/call-routes/people-admin';
import type { Person } from '@academy/contract/people';
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { PERSON_KEY } from './people.ts';
import { refetchReads } from './refetch-reads.ts';

export type { Person } from '@academy/contract/people';
export type { ListedPerson } from '@academy/contract/people-admin';
export { exportPeople };

/** First part of the keys under which an administrator's reads about people are kept. */
export const LEARNER_KEY = 'learner';

/** One page of people; the previous page is shown until the new one arrives. */
export function usePeople(search: CallInput<typeof searchPeople>['body']) {
  return useQuery({
    queryKey: [searchPeople.name, search],
    queryFn: ({ signal }) => call(searchPeople, { body: search }, { ...QUIET, loader: false, signal }),
    select: ({ result }) => result,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** One page of people, read once. */
export const findPeople = async (search: CallInput<typeof searchPeople>['body']) =>
  (await call(searchPeople, { body: search }, { ...QUIET, loader: false })).result;

/** Refetches everything that is shown about people, and the own rights, which may have changed. */
export async function refetchPeople(client: QueryClient): Promise<void> {
  await Promise.all([
    refetchReads(client, searchPeople.name, LEARNER_KEY),
    client.invalidateQueries({ queryKey: [PERSON_KEY] }),
  ]);
}

/** Changes rights and refetches lists. Errors are thrown as `CallError`; the caller shows them. */
export function useRights() {
  const client = useQueryClient();
  return {
    async setAdmin({ userId }: Pick<Person, 'userId'>, isAdmin: boolean): Promise<void> {
      try {
        await call(toggleAdmin, { params: { userId }, query: { toggle: isAdmin ? 'true' : 'false' } }, QUIET);
      } finally {
        await refetchPeople(client);
      }
    },
    /** @param membership null ends it */
    async setMembership({ userId }: Pick<Person, 'userId'>, membership: Person['membership']): Promise<void> {
      try {
        await call(setMembership, { params: { userId }, body: membership }, QUIET);
      } finally {
        await refetchPeople(client);
      }
    },
  };
}
