import { findAccount, getMyAccess } from '@academy/contract/people';
import type { CallTable } from '../calls/bind.ts';
import type { PeopleService } from './people.service.ts';

export function bindPeople(calls: CallTable, people: PeopleService): void {
  calls.bind(findAccount, async ({ headers }) => ({ login: await people.loginOf(headers.email) }));

  calls.bind(getMyAccess, async ({ scope: { actor } }) => ({
    userId: actor.personId,
    firstName: actor.firstName,
    lastName: actor.lastName,
    login: actor.email,
    email: actor.email,
    isAdmin: actor.isAdmin,
    isPro: actor.isPro,
    userVerified: actor.emailVerified,
    membership:
      actor.membership === null
        ? null
        : { startsAt: actor.membership.startsAt.toISOString(), endsAt: actor.membership.endsAt.toISOString() },
  }));
}
