import { exportPeople, searchPeople, setMembership, toggleAdmin } from '@academy/contract/people-admin';
import type { Invitation } from '@academy/contract/people-invitations';
import type { CallTable } from '../calls/bind.ts';
import { type CsvColumn, csvReply } from '../exports/csv.ts';
import { changedBy } from './changed-by.ts';
import { firstLoginOf, presentRow } from './people.present.ts';
import type { PersonRow } from './people.store.ts';
import type { peopleSearchStore } from './people-search.store.ts';
import type { RightsService } from './rights.service.ts';

export function bindPeopleAdmin(
  calls: CallTable,
  store: ReturnType<typeof peopleSearchStore>,
  rights: RightsService,
  invitationsOf: (personIds: readonly string[]) => Promise<Map<string, Invitation>>,
  now: () => number = Date.now,
): void {
  calls.bind(searchPeople, async ({ body }) => {
    const at = now();
    const { rows, total } = await store.search(body, new Date(at));
    const invitations = await invitationsOf(rows.map(({ personId }) => personId));
    const content = rows.map((row) => ({
      ...presentRow(row, at),
      firstLoginAt: firstLoginOf(row)?.toISOString() ?? null,
      invitation: invitations.get(row.personId) ?? null,
    }));
    return { result: { content, totalElements: total } };
  });

  calls.bind(exportPeople, async ({ query }) => {
    const at = now();
    const wanted = {
      searchValue: query.searchValue,
      includeExpireData: query.includeExpireData === 'true',
      neverLoggedIn: query.neverLoggedIn === 'true',
    };
    return csvReply('users', columnsAt(at), (after: PersonRow | null, max) =>
      store.after(wanted, new Date(at), after, max),
    );
  });

  calls.bind(toggleAdmin, async ({ params, query, scope }) =>
    presentRow(await rights.setAdmin(params.userId, query.toggle === 'true', changedBy(scope)), now()),
  );

  calls.bind(setMembership, async ({ params, body, scope }) => {
    const membership = body === null ? null : { startsAt: new Date(body.startsAt), endsAt: new Date(body.endsAt) };
    return presentRow(await rights.setMembership(params.userId, membership, changedBy(scope)), now());
  });
}

/** @param at the present moment, for memberships */
const columnsAt = (at: number): readonly CsvColumn<PersonRow>[] => [
  ['Id', ({ personId }) => personId],
  ['First name', ({ firstName }) => firstName],
  ['Last name', ({ lastName }) => lastName],
  ['Login', ({ email }) => email],
  ['Verified', ({ emailVerified }) => emailVerified],
  ['Administrator', ({ isAdmin }) => isAdmin],
  ['Pro', (row) => presentRow(row, at).isPro],
  ['Pro from', ({ proStartsAt }) => proStartsAt],
  ['Pro until', ({ proEndsAt }) => proEndsAt],
  ['Since', ({ createdAt }) => createdAt],
  ['First login', firstLoginOf],
];
