import type { AuditAction } from '@academy/contract/audit-actions';
import { AcademyError } from '@academy/contract/errors';
import { type ImportRemainder, UNDO_IMPORT_HOURS } from '@academy/contract/people-import';
import { writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import type { Transaction } from '../db/transaction.ts';
import { holderOf } from './held-roles.ts';
import { heldPerson, type ImportEntry, importEntries, isUnused } from './import-undo.store.ts';
import type { PersonRow } from './people.store.ts';
import { type GroupsOfImports, isSameGroups } from './people-import.service.ts';
import { rename } from './people-import.store.ts';
import { peopleImportTexts } from './people-import-texts.ts';
import { removePerson } from './remove-person.ts';
import type { RightsService } from './rights.service.ts';
import type { ChangedBy } from './rights-news.ts';

/** Most changes that one call reverts: each is a transaction of its own. */
const BATCH = 50;
const HOUR_MS = 3_600_000;

interface ImportUndoOptions {
  db: Database;
  rights: RightsService;
  groupsIn: GroupsOfImports;
  /** Called after people were removed or renamed. */
  changed: () => void;
  now?: () => number;
}

/** Result for one change: reverted, found reverted, or kept with a reason. */
type Outcome = 'undone' | 'was-undone' | { message: string };

/**
 * Reverts an import by its audit log entries, from the last change to the first. Whatever was used or changed since
 * stays. Idempotent: a change that is reverted already counts as done.
 */
export function importUndo({ db, rights, groupsIn, changed, now = Date.now }: ImportUndoOptions) {
  async function undoEntry(entry: ImportEntry, by: ChangedBy): Promise<Outcome> {
    const { personId, details } = entry;
    if (entry.action === 'person.add' || entry.action === 'person.rename') {
      const outcome = await db.transaction(async (tx) => {
        const row = await heldPerson(tx, personId);
        if (row === null) return 'was-undone';
        return entry.action === 'person.add' ? remove(tx, row, entry, by) : renameBack(tx, row, entry, by);
      });
      changed();
      return outcome;
    }
    if (entry.action === 'person.set-groups') {
      const outcome = await db.transaction((tx) => groupsBack(tx, entry, by));
      changed();
      return outcome;
    }
    const row = await db.transaction((tx) => heldPerson(tx, personId));
    if (row === null) return 'was-undone';
    const present = 'isAdmin' in details.after ? { isAdmin: row.isAdmin } : datesOf(row);
    if (isSame(present, details.before)) return 'was-undone';
    if (!isSame(present, details.after)) return { message: peopleImportTexts.rightsChanged };
    if (row.isAdmin && details.before.isAdmin === false && personId === by.audit.personId)
      return { message: peopleImportTexts.yourRole };
    if ('isAdmin' in details.after) await rights.setAdmin(personId, details.before.isAdmin === true, by);
    else await rights.setMembership(personId, membershipOf(details.before), by);
    return 'undone';
  }

  async function remove(tx: Transaction, row: PersonRow, { details }: ImportEntry, by: ChangedBy): Promise<Outcome> {
    if (!(await isUnused(tx, row))) return { message: peopleImportTexts.inUse };
    const holder = await holderOf(tx, row.personId);
    if (row.isAdmin || holder?.roles.length !== 0 || row.proEndsAt !== null)
      return { message: peopleImportTexts.rightsChanged };
    if (!isSame(namesOf(row), details.after)) return { message: peopleImportTexts.nameChanged };
    await removePerson(tx, row.personId);
    await auditUndo(tx, 'person.remove', row, {}, by);
    return 'undone';
  }

  async function renameBack(
    tx: Transaction,
    row: PersonRow,
    { details }: ImportEntry,
    by: ChangedBy,
  ): Promise<Outcome> {
    if (isSame(namesOf(row), details.before)) return 'was-undone';
    if (!isSame(namesOf(row), details.after)) return { message: peopleImportTexts.nameChanged };
    const names = { firstName: String(details.before.firstName), lastName: String(details.before.lastName) };
    await rename(tx, row, names);
    await auditUndo(tx, 'person.rename', row, { before: namesOf(row), after: names }, by);
    return 'undone';
  }

  async function groupsBack(
    tx: Transaction,
    { personId, tenantId, details }: ImportEntry,
    by: ChangedBy,
  ): Promise<Outcome> {
    const row = await heldPerson(tx, personId);
    if (row === null || tenantId === null) return 'was-undone';
    const [before, after] = [groupsOf(details.before), groupsOf(details.after)];
    const present = await groupsIn(tx).of(tenantId, personId);
    if (isSameGroups(present, before)) return 'was-undone';
    if (!isSameGroups(present, after)) return { message: peopleImportTexts.groupsChanged };
    await groupsIn(tx).set(tx, tenantId, personId, before);
    await auditUndo(tx, 'person.set-groups', row, { before: details.after, after: details.before }, by);
    return 'undone';
  }

  /**
   * Reverts a batch of an import's changes.
   *
   * @param from `next` of the previous batch; null for the first one
   * @throws AcademyError not-found for an import that is unknown, changed nothing, or is too old
   */
  return async function undo(importId: string, from: number | null, given: ChangedBy) {
    const since = new Date(now() - UNDO_IMPORT_HOURS * HOUR_MS);
    const entries = await importEntries(db, { importId, since, before: from, max: BATCH });
    if (entries.length === 0 && from === null)
      throw new AcademyError('not-found', { message: peopleImportTexts.nothingToUndo });
    const by = { ...given, details: { undoes: importId } };
    let undone = 0;
    const left: ImportRemainder[] = [];
    for (const entry of entries) {
      const outcome = await undoEntry(entry, by).catch((error: unknown) => {
        if (error instanceof AcademyError) return { message: error.message };
        throw error;
      });
      if (outcome === 'undone') undone += 1;
      else if (outcome !== 'was-undone') left.push({ email: entry.details.email, message: outcome.message });
    }
    return { undone, left, next: entries.length < BATCH ? null : (entries.at(-1)?.eventId ?? null) };
  };
}

export type ImportUndo = ReturnType<typeof importUndo>;

const auditUndo = (tx: Transaction, action: AuditAction, row: PersonRow, more: object, by: ChangedBy): Promise<void> =>
  writeAudit(tx, {
    action,
    target: { kind: 'person', id: row.personId },
    tenantId: null,
    details: { email: row.email, ...more, ...by.details },
    by: by.audit,
  });

const groupsOf = ({ groups }: Readonly<Record<string, unknown>>): string[] =>
  String(groups)
    .split('; ')
    .filter((name) => name !== '');
const namesOf = ({ firstName, lastName }: PersonRow) => ({ firstName, lastName });
const datesOf = ({ proStartsAt, proEndsAt }: PersonRow) => ({
  startsAt: proStartsAt?.toISOString() ?? null,
  endsAt: proEndsAt?.toISOString() ?? null,
});

const isSame = (present: Readonly<Record<string, unknown>>, noted: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(present).every(([name, value]) => (noted[name] ?? null) === (value ?? null));

function membershipOf({ startsAt, endsAt }: Readonly<Record<string, unknown>>) {
  return typeof startsAt === 'string' && typeof endsAt === 'string'
    ? { startsAt: new Date(startsAt), endsAt: new Date(endsAt) }
    : null;
}
