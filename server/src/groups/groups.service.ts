import type { AuditAction } from '@academy/contract/audit-actions';
import { AcademyError } from '@academy/contract/errors';
import { scopesOf, WHOLE_ACADEMY } from '@academy/contract/rules/held-roles';
import { auditActorOf, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import type { TablePage } from '../db/table-page.ts';
import type { Transaction } from '../db/transaction.ts';
import { replyTexts } from '../http/reply-texts.ts';
import { holderOfActor } from '../people/held-roles.ts';
import type { SignedInScope } from '../values/scope.ts';
import { groupsIn } from './groups.store.ts';
import { type GroupRow, groupsAdminStore, shownGroup } from './groups-admin.store.ts';

interface GroupsOptions {
  db: Database;
  /** Called after memberships changed: they may give roles. */
  changed: () => void;
}

/** The wanted name and place of a group. */
interface GroupValues {
  name: string;
  parentGroupId: string | null;
}

/** A group that somebody looks after. */
export interface ReachedGroup {
  groupId: string;
  name: string;
  parentGroupId: string | null;
}

const GROUP = 'group:';

/**
 * Ids of the groups that somebody looks after; null: all of the academy. Parts of a group belong to it.
 */
export function ownGroups({ actor, tenantId }: SignedInScope): string[] | null {
  const scopes = scopesOf(holderOfActor(actor), 'manager', tenantId);
  if (scopes.includes(WHOLE_ACADEMY)) return null;
  return scopes.filter((scope) => scope.startsWith(GROUP)).map((scope) => scope.slice(GROUP.length));
}

/** Groups as administrators of an academy and managers see them. What they may not see does not exist for them. */
export function groupsService({ db, changed }: GroupsOptions) {
  const audit = (
    tx: Transaction,
    scope: SignedInScope,
    action: AuditAction,
    id: string,
    details: Record<string, string>,
  ) =>
    writeAudit(tx, {
      action,
      target: { kind: action === 'group.join' || action === 'group.leave' ? 'person' : 'group', id },
      tenantId: scope.tenantId,
      details,
      by: auditActorOf(scope),
    });

  /** @throws AcademyError not-found, also for a group of a directory and of another academy */
  async function lockedOwn(tx: Transaction, { tenantId }: SignedInScope, groupId: string): Promise<GroupRow> {
    const row = await groupsAdminStore(tx).lockedOwn(tenantId, groupId);
    if (row === null) throw new AcademyError('not-found');
    return row;
  }

  /** Groups are nested once: a part has no parts. */
  async function refuseNesting(tx: Transaction, scope: SignedInScope, parentGroupId: string | null, groupId?: string) {
    if (parentGroupId === null) return;
    const store = groupsAdminStore(tx);
    const parent = await store.find(scope.tenantId, null, parentGroupId);
    const field = 'parentGroupId';
    if (parent === null) throw new AcademyError('invalid-input', { message: replyTexts.unknown({ field }), field });
    const isDeep = parent.group.parentGroupId !== null || parentGroupId === groupId;
    if (isDeep || (groupId !== undefined && (await store.parts(groupId)).length > 0))
      throw new AcademyError('invalid-input', { message: replyTexts.nestedOnce, field });
  }

  const nameTaken = ({ name }: GroupValues) =>
    new AcademyError('conflict', { message: replyTexts.groupNameTaken({ name }), field: 'name' });

  async function found(scope: SignedInScope, groupId: string) {
    const row = await groupsAdminStore(db).find(scope.tenantId, ownGroups(scope), groupId);
    if (row === null) throw new AcademyError('not-found');
    return row;
  }

  return {
    /** The group, where somebody looks after it; else null. */
    async reached(scope: SignedInScope, groupId: string): Promise<ReachedGroup | null> {
      const row = await groupsAdminStore(db).find(scope.tenantId, ownGroups(scope), groupId);
      return row === null ? null : { groupId, name: row.group.name, parentGroupId: row.group.parentGroupId };
    },

    /** Ids of the groups that somebody looks after, parts included; null: all of the academy. */
    async reachedIds(scope: SignedInScope): Promise<string[] | null> {
      const own = ownGroups(scope);
      return own === null ? null : groupsAdminStore(db).idsWithParts(own);
    },

    /** The person with a sign-in address; null for nobody and for several people. */
    async personByLogin(login: string): Promise<string | null> {
      return (await groupsAdminStore(db).byLogins([login]))[0]?.personId ?? null;
    },

    async list(scope: SignedInScope, q: string, page: TablePage) {
      const { rows, total } = await groupsAdminStore(db).page(scope.tenantId, ownGroups(scope), q, page);
      return { content: rows.map(shownGroup), totalElements: total };
    },

    /** @throws AcademyError not-found, also for a group that the caller does not look after */
    async details(scope: SignedInScope, groupId: string) {
      const row = await found(scope, groupId);
      return {
        ...shownGroup(row),
        parts: await groupsAdminStore(db).parts(groupId),
        mayChange: ownGroups(scope) === null && row.group.directoryId === null && row.group.tenantId !== null,
      };
    },

    /** @throws AcademyError not-found as `details` */
    async members(scope: SignedInScope, groupId: string, q: string, page: TablePage) {
      await found(scope, groupId);
      const store = groupsAdminStore(db);
      const { rows, total } = await store.members(groupId, q, page);
      const sources = await store.sources(
        groupId,
        rows.map(({ userId }) => userId),
      );
      // Somebody who left between the two statements is not a member any more.
      const content = rows.flatMap((row) => {
        const of = sources.get(row.userId);
        return of === undefined ? [] : [{ ...row, ...of }];
      });
      return { content, totalElements: total };
    },

    /** @throws AcademyError conflict for a name that a group has; invalid-input for a wrong parent */
    create: (scope: SignedInScope, values: GroupValues): Promise<string> =>
      db.transaction(async (tx) => {
        await refuseNesting(tx, scope, values.parentGroupId);
        const groupId = await groupsAdminStore(tx).add(scope.tenantId, values.name, values.parentGroupId);
        if (groupId === null) throw nameTaken(values);
        await audit(tx, scope, 'group.create', groupId, { name: values.name });
        return groupId;
      }),

    /** @throws AcademyError as `create`; not-found for a group that is not kept by this academy */
    async update(scope: SignedInScope, groupId: string, values: GroupValues): Promise<void> {
      await db.transaction(async (tx) => {
        const store = groupsAdminStore(tx);
        const before = await lockedOwn(tx, scope, groupId);
        await refuseNesting(tx, scope, values.parentGroupId, groupId);
        const same = await store.byName(scope.tenantId, values.name);
        if (same !== null && same.groupId !== groupId) throw nameTaken(values);
        await store.change(groupId, values.name, values.parentGroupId);
        await audit(tx, scope, 'group.update', groupId, { name: values.name, was: before.name });
      });
    },

    /** @throws AcademyError not-found as `update`; not-allowed for a group that gives roles */
    async remove(scope: SignedInScope, groupId: string): Promise<void> {
      await db.transaction(async (tx) => {
        const { name } = await lockedOwn(tx, scope, groupId);
        if (!scope.actor.isAdmin && (await groupsIn(tx).givesRoles(groupId)))
          throw new AcademyError('not-allowed', { message: replyTexts.groupGivesRoles });
        await groupsAdminStore(tx).remove(groupId);
        await audit(tx, scope, 'group.delete', groupId, { name });
      });
      changed();
    },

    /** Adds people by hand. @throws AcademyError not-found as `update`; not-allowed for a group that gives roles */
    async addMembers(scope: SignedInScope, groupId: string, logins: readonly string[]) {
      const done = await db.transaction(async (tx) => {
        const { name } = await lockedOwn(tx, scope, groupId);
        const store = groupsAdminStore(tx);
        // Otherwise an administrator of an academy could give roles that they do not have.
        if (!scope.actor.isAdmin && (await groupsIn(tx).givesRoles(groupId)))
          throw new AcademyError('not-allowed', { message: replyTexts.groupGivesRoles });
        const people = await store.byLogins(logins);
        let added = 0;
        for (const { personId, email } of people) {
          if ((await groupsIn(tx).join(groupId, [personId], 'hand')).length === 0) continue;
          added += 1;
          await audit(tx, scope, 'group.join', personId, { email, group: name });
        }
        const known = new Set(people.map(({ email }) => email));
        return { added, unknown: logins.filter((login) => !known.has(login)) };
      });
      changed();
      return done;
    },

    /** @returns whether there was a membership by hand. @throws AcademyError not-found as `update` */
    async removeMember(scope: SignedInScope, groupId: string, personId: string): Promise<boolean> {
      const removed = await db.transaction(async (tx) => {
        const { name } = await lockedOwn(tx, scope, groupId);
        if ((await groupsIn(tx).leave(groupId, [personId], 'hand')).length === 0) return false;
        const email = (await groupsAdminStore(tx).email(personId)) ?? '';
        await audit(tx, scope, 'group.leave', personId, { email, group: name });
        return true;
      });
      changed();
      return removed;
    },
  };
}

export type GroupsService = ReturnType<typeof groupsService>;
