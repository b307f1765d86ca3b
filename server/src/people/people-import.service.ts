import { AcademyError } from '@academy/contract/errors';
import type { ImportResult, ImportRow } from '@academy/contract/people-import';
import { type AuditActor, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
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
  /** False with another provider, which manages the accounts. */
  makesAccounts: boolean;
  /** Called after people were added, renamed or invited. */
  changed: () => void;
  now?: () => number;
}

/** The options of one call of an import, and its owner. */
export interface ImportTerms {
  importId: string;
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
}

/**
 * Adds and changes people from a file. Rows are independent: a wrong one does not stop the others, and a file that was
 * applied in part can be applied again.
 */
export function peopleImportService(options: PeopleImportOptions) {
  const { db, rights, invitations, makesAccounts, changed, now = Date.now } = options;
  const store = peopleAdminStore(db);

  function changesOf(row: PersonRow | null, wanted: WantedPerson): Changes {
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
    };
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
    { importId, by, invite }: Pick<ImportTerms, 'importId' | 'by' | 'invite'>,
  ): Promise<void> {
    const { names, membership, isAdmin } = changes;
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
    { importId, dryRun, mayLower, invite, by }: Omit<ImportTerms, 'fileName'>,
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
    const changes = changesOf(person, wanted);
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
        await apply(person, wanted.email, changes, { importId, by, invite });
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
function wordsOf({ names, membership, isAdmin }: Changes, row: PersonRow | null): string | null {
  const words: string[] = [];
  if (names !== null && row !== null)
    words.push(peopleImportTexts.name({ name: `${names.firstName} ${names.lastName}`.trim() }));
  if (membership !== null) {
    words.push(membershipWords(membership, row));
  }
  if (isAdmin !== null) words.push(isAdmin ? peopleImportTexts.admin : peopleImportTexts.notAdmin);
  return words.length === 0 ? null : words.join(', ');
}
