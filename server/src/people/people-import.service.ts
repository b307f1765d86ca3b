import { AcademyError } from '@academy/contract/errors';
import type { ImportResult, ImportRow } from '@academy/contract/people-import';
import { type AuditActor, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import type { Queries, Transaction } from '../db/transaction.ts';
import { EMBEDDED_ISSUER } from '../identity/bearer.ts';
import { isLastAdministrator } from './administrators.ts';
import { readImportRow, type WantedPerson } from './import-row.ts';
import { OF_IMPORT, outcomeOfImport } from './import-undo.store.ts';
import { noteImport } from './imports.store.ts';
import type { InvitationsService } from './invitations.service.ts';
import type { Membership } from './people.present.ts';
import type { PersonRow } from './people.store.ts';
import { peopleAdminStore } from './people-admin.store.ts';
import { addPerson, rename } from './people-import.store.ts';
import { peopleImportTexts } from './people-import-texts.ts';
import type { RightsService } from './rights.service.ts';
import type { ChangedBy } from './rights-news.ts';

export interface PeopleImportOptions {
  db: Database;
  rights: RightsService;
  invitations: Pick<InvitationsService, 'invitePerson'>;
  groupsIn: GroupsOfImports;
  /** False with another provider, which manages the accounts. */
  makesAccounts: boolean;
  /** Called after people were added, renamed or invited. */
  changed: () => void;
  now?: () => number;
}

/** The groups that imports decide, of one academy. */
export type GroupsOfImports = (db: Queries) => {
  of(tenantId: string, personId: string): Promise<string[]>;
  set(tx: Transaction, tenantId: string, personId: string, names: readonly string[]): Promise<void>;
};

/** The options of one call of an import, and its owner. */
export interface ImportTerms {
  importId: string;
  /** The academy whose groups the rows name. */
  tenantId: string;
  fileName: string | null;
  dryRun: boolean;
  /** Applies also rows that revoke a role or shorten a membership. */
  mayLower: boolean;
  /** Mails each added person a link for their first password. */
  invite: boolean;
  by: ChangedBy;
}

/** The changes that a row makes to a person. */
interface Changes {
  names: { firstName: string; lastName: string } | null;
  membership: Membership | null;
  isAdmin: boolean | null;
  /** The groups before and after. */
  groups: { before: string[]; after: string[] } | null;
}

/**
 * Adds and changes people from a file. Rows are independent: a wrong one does not stop the others, and a file that was
 * applied in part can be applied again.
 */
export function peopleImportService(options: PeopleImportOptions) {
  const { db, rights, invitations, groupsIn, makesAccounts, changed, now = Date.now } = options;
  const store = peopleAdminStore(db);

  async function changesOf(row: PersonRow | null, wanted: WantedPerson, tenantId: string): Promise<Changes> {
    const { firstName, lastName, startsAt, endsAt, isAdmin } = wanted;
    const names = { firstName: firstName ?? row?.firstName ?? '', lastName: lastName ?? row?.lastName ?? '' };
    const renamed = row !== null && (names.firstName !== row.firstName || names.lastName !== row.lastName);
    const membership = endsAt && { startsAt: startsAt ?? row?.proStartsAt ?? new Date(now()), endsAt };
    const isSame =
      membership === null ||
      (row?.proStartsAt?.getTime() === membership.startsAt.getTime() &&
        row?.proEndsAt?.getTime() === membership.endsAt.getTime());
    return {
      names: renamed || row === null ? names : null,
      membership: isSame ? null : membership,
      isAdmin: isAdmin === null || isAdmin === (row?.isAdmin ?? false) ? null : isAdmin,
      groups: await groupsAfter(row, wanted.groups, tenantId),
    };
  }

  async function groupsAfter(row: PersonRow | null, after: string[] | null, tenantId: string) {
    if (after === null) return null;
    const before = row === null ? [] : await groupsIn(db).of(tenantId, row.personId);
    return isSameGroups(before, after) ? null : { before, after };
  }

  /** @returns why a row cannot be applied; null when it can */
  function refusalOf(found: readonly PersonRow[], { names, membership }: Changes): string | null {
    const [row] = found;
    if (found.length > 1) return peopleImportTexts.severalPeople;
    if (row === undefined && !makesAccounts) return peopleImportTexts.neverLoggedIn;
    if (row !== undefined && row.issuer !== EMBEDDED_ISSUER && names !== null) return peopleImportTexts.namesElsewhere;
    if (membership !== null && membership.startsAt >= membership.endsAt) return peopleImportTexts.laterThanStart;
    return null;
  }

  async function apply(
    row: PersonRow | null,
    email: string,
    changes: Changes,
    { importId, tenantId, by, invite }: Pick<ImportTerms, 'importId' | 'tenantId' | 'by' | 'invite'>,
  ): Promise<void> {
    const { names, membership, isAdmin, groups } = changes;
    const personId = await db.transaction(async (tx) => {
      if (names === null) return row?.personId ?? '';
      const target = row ?? (await addPerson(tx, email, names));
      // The same batch, sent again while the server still works on the first, has added them meanwhile.
      if (row === null && (await outcomeOfImport(tx, importId, target.personId)) !== null) return target.personId;
      if (row !== null) await rename(tx, row, names);
      await writeAudit(tx, {
        action: row === null ? 'person.add' : 'person.rename',
        target: { kind: 'person', id: target.personId },
        tenantId: null,
        details: {
          email,
          before: row === null ? {} : { firstName: row.firstName, lastName: row.lastName },
          after: names,
          ...by.details,
        },
        by: by.audit,
      });
      if (row === null && invite) await invitations.invitePerson(tx, target, by);
      return target.personId;
    });
    if (groups !== null)
      await db.transaction(async (tx) => {
        await groupsIn(tx).set(tx, tenantId, personId, groups.after);
        await writeAudit(tx, {
          action: 'person.set-groups',
          target: { kind: 'person', id: personId },
          tenantId,
          details: {
            email,
            before: { groups: groups.before.join('; ') },
            after: { groups: groups.after.join('; ') },
            ...by.details,
          },
          by: by.audit,
        });
      });
    changed();
    // The file may hold hundreds of them: the audit log has them all, mail would not help.
    if (membership !== null) await rights.setMembership(personId, membership, { ...by, announced: false });
    if (isAdmin !== null) await rights.setAdmin(personId, isAdmin, by);
  }

  /** @returns why a row may not revoke a role or shorten a membership; null when it may, or does not */
  async function lowerRefusalOf(row: PersonRow, { isAdmin }: Changes, by: AuditActor): Promise<string | null> {
    if (isAdmin !== false) return null;
    if (row.personId === by.personId) return peopleImportTexts.ownRole;
    return (await isLastAdministrator(db, row.personId)) ? peopleImportTexts.lastAdministrator : null;
  }

  async function importRow(
    row: ImportRow,
    { importId, tenantId, dryRun, mayLower, invite, by }: Omit<ImportTerms, 'fileName'>,
    note: () => Promise<void>,
  ): Promise<ImportResult> {
    let [lowers, raises] = [false, false];
    const answer = (outcome: ImportResult['outcome'], message: string | null): ImportResult => ({
      line: row.line,
      email: row.email.trim(),
      outcome,
      message,
      lowers,
      raises,
    });
    const read = readImportRow(row);
    if ('problem' in read) return answer('error', read.problem);
    const { wanted } = read;
    const found = await store.byEmail(wanted.email);
    const person = found[0] ?? null;
    const changes = await changesOf(person, wanted, tenantId);
    lowers = person !== null && isLowered(person, changes, now());
    raises = changes.isAdmin === true;
    const refusal =
      refusalOf(found, changes) ?? (person === null ? null : await lowerRefusalOf(person, changes, by.audit));
    if (refusal !== null) return answer('error', refusal);
    const words = wordsOf(changes, person);
    if (person !== null && words === null) {
      // Sent again by a page that has got no reply: what this import did with it counts.
      const done = dryRun ? null : await outcomeOfImport(db, importId, person.personId);
      return answer(done ?? 'unchanged', null);
    }
    if (!dryRun) {
      if (lowers && !mayLower) return answer('error', `${words}: must be confirmed (mayLower)`);
      await note();
      try {
        await apply(person, wanted.email, changes, { importId, tenantId, by, invite });
      } catch (error) {
        if (error instanceof AcademyError) return answer('error', error.message);
        throw error;
      }
    }
    return answer(person === null ? 'created' : 'updated', words);
  }

  return {
    /**
     * Applies the rows of one call one after the other.
     *
     * @returns one result for each row, in their order
     * @throws AcademyError conflict for the id of another administrator's import
     */
    async importPeople(rows: readonly ImportRow[], terms: ImportTerms): Promise<ImportResult[]> {
      const { importId, fileName } = terms;
      let isNoted = false;
      // Before the first change, so that every change can be found; an import that changes nothing is not recorded.
      const note = async (): Promise<void> => {
        if (!isNoted) await noteImport(db, { importId, fileName, by: terms.by.audit });
        isNoted = true;
      };
      const by = { ...terms.by, details: { [OF_IMPORT]: importId } };
      const results: ImportResult[] = [];
      for (const row of rows) results.push(await importRow(row, { ...terms, by }, note));
      return results;
    },
  };
}

export type PeopleImportService = ReturnType<typeof peopleImportService>;

/** Whether a row revokes the administrator's role, or shortens a membership that has not ended. */
function isLowered({ proStartsAt, proEndsAt }: PersonRow, { membership, isAdmin }: Changes, now: number): boolean {
  if (isAdmin === false) return true;
  if (membership === null || proStartsAt === null || proEndsAt === null || proEndsAt.getTime() <= now) return false;
  return membership.endsAt < proEndsAt || membership.startsAt.getTime() > Math.max(proStartsAt.getTime(), now);
}

/** Names of groups are the same in any letter case and order. */
export const isSameGroups = (one: readonly string[], other: readonly string[]): boolean =>
  plainNames(one) === plainNames(other);
const plainNames = (names: readonly string[]): string =>
  names
    .map((name) => name.toLowerCase())
    .sort()
    .join(';');

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

function membershipWords({ startsAt, endsAt }: NonNullable<Changes['membership']>, row: PersonRow | null): string {
  const [begins, ends] = [row?.proStartsAt ?? null, row?.proEndsAt ?? null];
  const from = begins !== null && startsAt > begins ? dayOf(startsAt) : null;
  const before = ends === null || dayOf(ends) === dayOf(endsAt) ? null : dayOf(ends);
  const until = dayOf(endsAt);
  if (from === null)
    return before === null ? peopleImportTexts.pro({ until }) : peopleImportTexts.proInstead({ until, before });
  return before === null
    ? peopleImportTexts.proFrom({ from, until })
    : peopleImportTexts.proFromInstead({ from, until, before });
}

/** The changes in a few words; null: none. */
function wordsOf({ names, membership, isAdmin, groups }: Changes, row: PersonRow | null): string | null {
  const words: string[] = [];
  if (names !== null && row !== null)
    words.push(peopleImportTexts.name({ name: `${names.firstName} ${names.lastName}`.trim() }));
  if (membership !== null) {
    words.push(membershipWords(membership, row));
  }
  if (isAdmin !== null) words.push(isAdmin ? peopleImportTexts.admin : peopleImportTexts.notAdmin);
  if (groups !== null)
    words.push(
      groups.after.length === 0
        ? peopleImportTexts.noGroups
        : peopleImportTexts.groups({ names: groups.after.join('; ') }),
    );
  return words.length === 0 ? null : words.join(', ');
}
