import { findAccount, getMyAccess } from '@academy/contract/people';
import { areasOf } from '@academy/contract/rules/areas';
import type { CallTable } from '../calls/bind.ts';
import { holderOfActor } from './held-roles.ts';
import { presentPerson } from './people.present.ts';
import type { PeopleService } from './people.service.ts';

export function bindPeople(calls: CallTable, people: PeopleService): void {
  calls.bind(findAccount, async ({ headers }) => ({ login: await people.loginOf(headers.email) }));

  calls.bind(getMyAccess, async ({ scope: { actor, tenantId } }) => ({
    ...presentPerson(actor),
    areas: actor.by.kind === 'view' ? [] : areasOf(holderOfActor(actor), tenantId),
  }));
}
