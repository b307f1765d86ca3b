import { getLearner } from '@academy/contract/learners';
import { findAccount, getMyAccess } from '@academy/contract/people';
import { exportPeople, searchPeople, setMembership, toggleAdmin } from '@academy/contract/people-admin';
import { importPeople, listImports, undoImport } from '@academy/contract/people-import';
import { auditActorOf } from '../audit/audit.store.ts';
import type { CallTable } from '../calls/bind.ts';
import { type CsvColumn, csvReply } from '../exports/csv.ts';
import type { SignedInScope } from '../scope.ts';
import type { ImportUndo } from './import-undo.service.ts';
import type { importsStore } from './imports.store.ts';
import type { LearnerService } from './learner.service.ts';
import { presentPerson, presentRow } from './people.present.ts';
import type { PeopleService } from './people.service.ts';
import type { PersonRow } from './people.store.ts';
import type { PeopleImportService } from './people-import.service.ts';
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

  calls.bind(exportPeople, async ({ query }) => {
    const at = now();
    const wanted = { searchValue: query.searchValue, includeExpireData: query.includeExpireData === 'true' };
    return csvReply('users', columnsAt(at), (after: PersonRow | null, most) =>
      store.after(wanted, new Date(at), after, most),
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

/** @param at what counts as now, for memberships */
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
];

export function bindLearners(
  calls: CallTable,
  learners: LearnerService,
  imports: PeopleImportService,
  undo: ImportUndo,
  importList: ReturnType<typeof importsStore>,
): void {
  calls.bind(getLearner, ({ params }) => learners.details(params.userId));

  calls.bind(importPeople, async ({ body, scope }) => {
    const { rows, dryRun, mayLower, fileName, importId = crypto.randomUUID() } = body;
    const terms = { importId, fileName: fileName || null, dryRun, mayLower, by: changedBy(scope) };
    return { result: await imports.importPeople(rows, terms) };
  });

  calls.bind(listImports, async ({ query }) => ({ result: await importList.page(query) }));

  calls.bind(undoImport, ({ params, body, scope }) =>
    undo(params.importId, body.from ?? null, { ...changedBy(scope), announced: false }),
  );
}

/** A script that works with a token may change hundreds of memberships: the audit has them all, mail would not help. */
function changedBy(scope: SignedInScope): ChangedBy {
  return { audit: auditActorOf(scope), tenantId: scope.tenantId, announced: scope.actor.by.kind === 'session' };
}
