import { findAccount, getMyAccess } from '@academy/contract/people';
import type { CallTable } from '../calls/bind.ts';
import { presentPerson } from './people.present.ts';
import type { PeopleService } from './people.service.ts';

export function bindPeople(calls: CallTable, people: PeopleService): void {
  calls.bind(findAccount, async ({ headers }) => ({ login: await people.loginOf(headers.email) }));

  calls.bind(getMyAccess, async ({ scope: { actor } }) => presentPerson(actor));
}
