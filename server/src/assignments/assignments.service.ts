import type { AssignedKind } from '@academy/contract/assignments';
import type { Assignment } from '@academy/contract/assignments-admin';
import type { AuditAction } from '@academy/contract/audit-actions';
import { AcademyError } from '@academy/contract/errors';
import { auditActorOf, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import type { TablePage } from '../db/table-page.ts';
import type { Transaction } from '../db/transaction.ts';
import type { GroupsService } from '../groups/groups.service.ts';
import { replyTexts } from '../http/reply-texts.ts';
import type { SignedInScope } from '../values/scope.ts';
import { itemName } from './assigned-items.ts';
import { assignmentsStore, type TargetedAssignment, type Terms } from './assignments.store.ts';
import type { DueService } from './due.service.ts';
import type { GroupProgressService } from './group-progress.service.ts';

export interface AssignmentsOptions {
  db: Database;
  groups: Pick<GroupsService, 'reached' | 'reachedIds' | 'personByLogin'>;
  due: DueService;
  progress: GroupProgressService;
}

/** A group by id, or a person by sign-in address. */
export type AssignTo = { groupId: string } | { login: string };

/** Assignments as administrators of an academy and managers of groups make them. */
export function assignmentsService({ db, groups, due, progress }: AssignmentsOptions) {
  /** @param own ids of the groups that somebody looks after; null: all of the academy, and single people */
  const reaches = (own: readonly string[] | null, groupId: string | null): boolean =>
    own === null || (groupId !== null && own.includes(groupId));

  /** @throws AcademyError not-found, also for one that the caller does not look after */
  async function found(scope: SignedInScope, assignmentId: string): Promise<TargetedAssignment> {
    const one = await assignmentsStore(db).byId(scope.tenantId, assignmentId);
    if (one === null || !reaches(await groups.reachedIds(scope), one.row.groupId)) throw new AcademyError('not-found');
    return one;
  }

  async function targetOf(scope: SignedInScope, to: AssignTo): Promise<{ groupId: string } | { personId: string }> {
    if ('groupId' in to) {
      if ((await groups.reached(scope, to.groupId)) === null) throw new AcademyError('not-found');
      return { groupId: to.groupId };
    }
    // Managers assign to their groups.
    if ((await groups.reachedIds(scope)) !== null) throw new AcademyError('not-found');
    const personId = await groups.personByLogin(to.login);
    if (personId === null)
      throw new AcademyError('invalid-input', { message: replyTexts.nobodyWithLogin, field: 'to' });
    return { personId };
  }

  function refuseRenewal(kind: AssignedKind, { renewMonths }: Terms): void {
    if (kind === 'guide' && renewMonths !== null)
      throw new AcademyError('invalid-input', { message: replyTexts.guideOnce, field: 'renewMonths' });
  }

  const audit = (tx: Transaction, scope: SignedInScope, action: AuditAction, id: string, details: object) =>
    writeAudit(tx, {
      action,
      target: { kind: 'assignment', id },
      tenantId: scope.tenantId,
      details: { ...details },
      by: auditActorOf(scope),
    });

  async function shown(scope: SignedInScope, rows: readonly TargetedAssignment[]): Promise<Assignment[]> {
    const [items, own] = await Promise.all([
      due.itemsOf(
        scope.tenantId,
        rows.map(({ row }) => row),
      ),
      groups.reachedIds(scope),
    ]);
    return rows.map(({ row, group, person }) => {
      const item = items.get(itemName(row));
      const { assignmentId, kind, itemId } = row;
      return {
        ...{ assignmentId, group, kind, itemId },
        person: person && {
          userId: person.personId,
          name: `${person.firstName} ${person.lastName}`.trim(),
          login: person.email,
        },
        title: item?.title ?? itemId,
        path: item?.path ?? null,
        ...termsOf(row),
        mayChange: reaches(own, row.groupId),
      };
    });
  }

  return {
    /** @throws AcademyError not-found for a group that the caller does not look after */
    async list(scope: SignedInScope, groupId: string | undefined, page: TablePage) {
      let groupIds = await groups.reachedIds(scope);
      if (groupId !== undefined) {
        const group = await groups.reached(scope, groupId);
        if (group === null) throw new AcademyError('not-found');
        groupIds = [groupId, ...(group.parentGroupId === null ? [] : [group.parentGroupId])];
      }
      const { rows, total } = await assignmentsStore(db).page(scope.tenantId, groupIds, page);
      return { content: await shown(scope, rows), totalElements: total };
    },

    /** @throws AcademyError not-found, also for one that the caller does not look after */
    async touched(scope: SignedInScope, assignmentId: string): Promise<{ people: number; done: number | null }> {
      const { row } = await found(scope, assignmentId);
      const people = await assignmentsStore(db).countPeople(row);
      if (row.groupId !== null)
        return { people, done: await progress.done(scope.tenantId, { groupId: row.groupId, assignmentId }) };
      const own = await due.standings(scope.tenantId, [row.personId ?? ''], Date.now(), assignmentId);
      const isDone = [...own.values()].flat().some((one) => one.due.state === 'done');
      return { people, done: Number(isDone) };
    },

    /**
     * @throws AcademyError not-found for a group that the caller does not look after; invalid-input for an item that cannot
     * be opened, an address of nobody, and a guide that is renewed
     */
    async create(scope: SignedInScope, to: AssignTo, what: { kind: AssignedKind; itemId: string }, terms: Terms) {
      const target = await targetOf(scope, to);
      refuseRenewal(what.kind, terms);
      const item = (await due.itemsOf(scope.tenantId, [what])).get(itemName(what));
      if (item === undefined)
        throw new AcademyError('invalid-input', { message: replyTexts.itemUnknown, field: 'itemId' });
      return db.transaction(async (tx) => {
        const store = assignmentsStore(tx);
        const assignmentId = await store.add({ ...target, ...what, ...terms, tenantId: scope.tenantId });
        await audit(tx, scope, 'assignment.create', assignmentId, { ...what, ...target, ...terms });
        return { assignmentId, people: await store.countPeople({ groupId: null, ...target }) };
      });
    },

    /** @throws AcademyError not-found as `touched`; invalid-input for a guide that is renewed */
    async update(scope: SignedInScope, assignmentId: string, terms: Terms): Promise<number> {
      const { row } = await found(scope, assignmentId);
      refuseRenewal(row.kind, terms);
      return db.transaction(async (tx) => {
        const store = assignmentsStore(tx);
        if (!(await store.change(assignmentId, terms))) throw new AcademyError('not-found');
        await audit(tx, scope, 'assignment.update', assignmentId, { before: termsOf(row), after: { ...terms } });
        return store.countPeople(row);
      });
    },

    /** @throws AcademyError not-found as `touched` */
    async end(scope: SignedInScope, assignmentId: string): Promise<number> {
      const { row } = await found(scope, assignmentId);
      return db.transaction(async (tx) => {
        const store = assignmentsStore(tx);
        if (!(await store.end(assignmentId))) throw new AcademyError('not-found');
        const { kind, itemId } = row;
        await audit(tx, scope, 'assignment.end', assignmentId, { kind, itemId });
        return store.countPeople(row);
      });
    },

    /**
     * An assignment that the people of a group have: its own, or of the group that it is a part of.
     *
     * @throws AcademyError not-found for any other one, and for a group that the caller does not look after
     */
    async ofGroup(scope: SignedInScope, groupId: string, assignmentId: string): Promise<TargetedAssignment> {
      const group = await groups.reached(scope, groupId);
      const one = await assignmentsStore(db).byId(scope.tenantId, assignmentId);
      const isOfGroup = one?.row.groupId === groupId || one?.row.groupId === group?.parentGroupId;
      if (group === null || one === null || one.row.groupId === null || !isOfGroup) throw new AcademyError('not-found');
      return one;
    },

    audit,
  };
}

export type AssignmentsService = ReturnType<typeof assignmentsService>;

const termsOf = ({ mandatory, beginsOn, dueOn, zone, joinDays, renewMonths, countsBefore }: Terms): Terms => ({
  ...{ mandatory, beginsOn, dueOn, zone, joinDays, renewMonths, countsBefore },
});
