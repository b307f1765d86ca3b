import { findAccount, getMyAccess } from '@academy/contract/people';
import { searchPeople, setMembership, toggleAdmin } from '@academy/contract/people-admin';
import { auditActorOf } from '../audit/audit.store.ts';
import type { CallTable } from '../calls/bind.ts';
import type { SignedInScope } from '../scope.ts';
import { presentPerson, presentRow } from './people.present.ts';
import type { PeopleService } from './people.service.ts';
import type { peopleSearchStore } from './people-search.store.ts';
import type { ChangedBy, RightsService } from './rights.service.ts';

export function bindPeople(calls: CallTable, people: PeopleService): void {
  calls.bind(findAccount, async ({ headers }) => ({ login: await people.loginOf(headers.email) }));

  calls.bind(getMyAccess, async ({ scope: { actor } }) => presentPerson(actor));
}

export function bindPeopleAdmin(
  calls: CallTable,
  store: ReturnType<typeof peopleSearchStore>,
  rights: RightsService,
  now: () => number = Date.now,
): void {
  calls.bind(searchPeople, async ({ body }) => {
    const at = now();
    const { rows, total } = await store.search(body, new Date(at));
    return { result: { content: rows.map((row) => presentRow(row, at)), totalElements: total } };
  });

  calls.bind(toggleAdmin, async ({ params, query, scope }) =>
    presentRow(await rights.setAdmin(params.userId, query.toggle === 'true', changedBy(scope)), now()),
  );

  calls.bind(setMembership, async ({ params, body, scope }) => {
    const membership = body === null ? null : { startsAt: new Date(body.startsAt), endsAt: new Date(body.endsAt) };
    return presentRow(await rights.setMembership(params.userId, membership, changedBy(scope)), now());
  });
}

/** A script that works with a token may change hundreds of memberships: the audit has them all, mail would not help. */
function changedBy(scope: SignedInScope): ChangedBy {
  return { audit: auditActorOf(scope), tenantId: scope.tenantId, announced: scope.actor.by.kind === 'session' };
}
