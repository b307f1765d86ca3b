import { AcademyError } from '@academy/contract/errors';
import type { ImportResult, ImportRow } from '@academy/contract/people-import';
import { writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import { EMBEDDED_ISSUER } from '../identity/bearer.ts';
import { readImportRow, type WantedPerson } from './import-row.ts';
import type { Membership } from './people.present.ts';
import type { PersonRow } from './people.store.ts';
import { peopleAdminStore } from './people-admin.store.ts';
import { addPerson, rename } from './people-import.store.ts';
import type { ChangedBy, RightsService } from './rights.service.ts';

export interface PeopleImportOptions {
  db: Database;
  rights: RightsService;
  /** False with another provider, which keeps the accounts. */
  makesAccounts: boolean;
  /** Told after people were added or renamed. */
  changed: () => void;
  now?: () => number;
}

/** What a row changes about somebody. */
interface Changes {
  names: { firstName: string; lastName: string } | null;
  membership: Membership | null;
  isAdmin: boolean | null;
}

/**
 * Adds people from a file and changes them. Each row stands for itself: one that is wrong hinders no other, and a file
 * that was applied in part can be applied again.
 */
export function peopleImportService({ db, rights, makesAccounts, changed, now = Date.now }: PeopleImportOptions) {
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

  /** @returns why a row cannot be done; null when it can */
  function refusalOf(found: readonly PersonRow[], { names, membership }: Changes): string | null {
    const [row] = found;
    if (found.length > 1) return 'email: several people have this address';
    if (row === undefined && !makesAccounts) return 'email: nobody with this address has logged in yet';
    if (row !== undefined && row.issuer !== EMBEDDED_ISSUER && names !== null)
      return 'names are kept where the person logs in';
    if (membership !== null && membership.startsAt >= membership.endsAt)
      return 'proEndsAt: must be later than the start';
    return null;
  }

  async function apply(row: PersonRow | null, email: string, changes: Changes, by: ChangedBy): Promise<void> {
    const { names, membership, isAdmin } = changes;
    const personId = await db.transaction(async (tx) => {
      if (names === null) return row?.personId ?? '';
      const target = row ?? (await addPerson(tx, email, names));
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
      return target.personId;
    });
    changed();
    // The file may hold hundreds of them: the audit has them all, mail would not help.
    if (membership !== null) await rights.setMembership(personId, membership, { ...by, announced: false });
    if (isAdmin !== null) await rights.setAdmin(personId, isAdmin, by);
  }

  async function importRow(row: ImportRow, dryRun: boolean, by: ChangedBy): Promise<ImportResult> {
    const answer = (outcome: ImportResult['outcome'], message: string | null): ImportResult => ({
      line: row.line,
      email: row.email.trim(),
      outcome,
      message,
    });
    const read = readImportRow(row);
    if ('problem' in read) return answer('error', read.problem);
    const { wanted } = read;
    const found = await store.byEmail(wanted.email);
    const person = found[0] ?? null;
    const changes = changesOf(person, wanted);
    const refusal = refusalOf(found, changes);
    if (refusal !== null) return answer('error', refusal);
    const words = wordsOf(changes, person !== null);
    if (person !== null && words === null) return answer('unchanged', null);
    if (!dryRun) {
      try {
        await apply(person, wanted.email, changes, by);
      } catch (error) {
        if (error instanceof AcademyError) return answer('error', error.message);
        throw error;
      }
    }
    return answer(person === null ? 'created' : 'updated', words);
  }

  return {
    /** Does the rows of one call one after the other. @returns one result for each, in their order */
    async importPeople(rows: readonly ImportRow[], dryRun: boolean, by: ChangedBy): Promise<ImportResult[]> {
      const results: ImportResult[] = [];
      for (const row of rows) results.push(await importRow(row, dryRun, by));
      return results;
    },
  };
}

export type PeopleImportService = ReturnType<typeof peopleImportService>;

/** What changes, in a few words; null: nothing. */
function wordsOf({ names, membership, isAdmin }: Changes, isKnown: boolean): string | null {
  const words = [
    names !== null && isKnown ? `name: ${`${names.firstName} ${names.lastName}`.trim()}` : '',
    membership === null ? '' : `Pro until ${membership.endsAt.toISOString().slice(0, 10)}`,
    isAdmin === null ? '' : isAdmin ? 'administrator' : 'no longer an administrator',
  ].filter((word) => word !== '');
  return words.length === 0 ? null : words.join(', ');
}
