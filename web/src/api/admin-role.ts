import type { Person } from '@academy/contract/people';
import type { QueryClient } from '@tanstack/react-query';
import { PERSON_KEY } from './people.ts';

/** The server has refused what administrators may: believed at once, and asked for anew. */
export function forgetAdminRole(client: QueryClient): void {
  client.setQueriesData<Person>({ queryKey: [PERSON_KEY] }, (me) => me && { ...me, isAdmin: false });
  void client.invalidateQueries({ queryKey: [PERSON_KEY] });
}
