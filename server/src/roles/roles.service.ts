import { AcademyError } from '@academy/contract/errors';
import { ROLES_PER_HOLDER } from '@academy/contract/roles';
import { administers, fitsRole, type HeldRole, type Holder, mayGrant } from '@academy/contract/rules/held-roles';
import { writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import type { Transaction } from '../db/transaction.ts';
import { replyTexts } from '../http/reply-texts.ts';
import { lockAdministrators } from '../people/administrators.ts';
import { holderOf } from '../people/held-roles.ts';
import { type BrandOfMails, type ChangedBy, mailAdministrators } from '../people/rights-news.ts';
import { type RoleHolder, type RoleRow, rolesStore } from './roles.store.ts';

export interface RolesOptions {
  db: Database;
  brandOf: BrandOfMails;
  /** Called after a change: cached people are stale, and there may be mail to send. */
  changed?: () => void;
}

/** Who gets a role: a person by id or sign-in address, or everybody in a group, by id or by the name that no other has. */
export type RoleTo = { userId: string } | { login: string } | { groupId: string } | { groupName: string };

/** The source of roles that people give; others are ids of directories. */
export const BY_HAND = 'hand';

/** Operators have a machine's own rights. */
const OPERATOR: Holder = { isAdmin: true, roles: [], tokenScopes: null };

/**
 * Gives and ends roles with a scope: audited in the same transaction and mailed as other rights are. Nobody gives or takes
 * what they do not have; the giver's rights are those at the moment of the change.
 */
export function rolesService({ db, brandOf, changed = () => {} }: RolesOptions) {
  /** Waits for other changes of rights. */
  async function giverOf(tx: Transaction, { audit }: ChangedBy): Promise<Holder> {
    await lockAdministrators(tx);
    if (audit.personId === null) return OPERATOR;
    const giver = await holderOf(tx, audit.personId);
    if (giver === null) throw new AcademyError('not-allowed');
    return giver;
  }

  async function holderNamed(tx: Transaction, to: RoleTo): Promise<RoleHolder> {
    const store = rolesStore(tx);
    if ('groupName' in to) {
      const [group, ...others] = await store.groupsNamed(to.groupName);
      if (group === undefined) throw new AcademyError('not-found');
      if (others.length === 0) return group;
      const ids = [group, ...others].map(({ groupId }) => groupId).join(', ');
      throw new AcademyError('conflict', { message: replyTexts.severalGroups({ name: to.groupName, ids }) });
    }
    if (!('login' in to)) {
      const holder = 'groupId' in to ? to : { personId: to.userId };
      if (!(await store.exists(holder))) throw new AcademyError('not-found');
      return holder;
    }
    const [first, second] = await store.byLogin(to.login);
    if (first === undefined) throw new AcademyError('not-found');
    if (second !== undefined) throw new AcademyError('conflict', { message: replyTexts.severalWithLogin });
    return first;
  }

  async function auditAndMail(tx: Transaction, kind: 'role-given' | 'role-ended', row: RoleRow, by: ChangedBy) {
    const { role, tenantId, scope, source } = row.grant;
    const { holder, group } = row;
    const name = holder === null ? (group?.name ?? '') : `${holder.firstName} ${holder.lastName}`.trim();
    await writeAudit(tx, {
      action: kind === 'role-given' ? 'role.give' : 'role.end',
      target: holder === null ? { kind: 'group', id: group?.groupId ?? '' } : { kind: 'person', id: holder.personId },
      tenantId,
      details: { ...(holder === null ? { name } : { email: holder.email }), role, scope, source, ...by.details },
      by: by.audit,
    });
    await mailAdministrators(tx, brandOf, { name, email: holder?.email ?? name }, { kind, role, tenantId, scope }, by);
  }

  return {
    /** Roles in an academy that somebody may give, newest first; those of a person in all that the giver administers. */
    async list(giver: Holder, tenantId: string, personId?: string): Promise<RoleRow[]> {
      const rows = await rolesStore(db).list(giver.isAdmin && personId !== undefined ? null : tenantId, personId);
      return rows.filter(({ grant, group }) => mayChange(giver, grant, group !== null));
    },

    /**
     * @returns the role; the one that is held already, without a change
     * @throws AcademyError not-found for a person who does not exist, and for a role that the giver may not give;
     * invalid-input for a scope that the role cannot have; conflict for an address of several people and for too many roles
     */
    async give(to: RoleTo, role: HeldRole, by: ChangedBy): Promise<RoleRow> {
      const row = await db.transaction(async (tx) => {
        const store = rolesStore(tx);
        const giver = await giverOf(tx, by);
        if (!mayChange(giver, role, 'groupId' in to || 'groupName' in to)) throw new AcademyError('not-found');
        if (!fitsRole(role.role, role.scope)) {
          const message = replyTexts.scopeOfRole({ scope: role.scope });
          throw new AcademyError('invalid-input', { message, field: 'scope' });
        }
        const holder = await holderNamed(tx, to);
        // Managers may not make instructors of themselves, who see grades.
        const isOwn = 'personId' in holder && holder.personId === by.audit.personId;
        if (isOwn && !giver.isAdmin && !administers(giver, role.tenantId ?? '')) throw new AcademyError('not-found');
        const held = await store.held(holder, role, BY_HAND);
        if (held !== null) return held;
        if ((await store.count(holder)) >= ROLES_PER_HOLDER)
          throw new AcademyError('conflict', { message: replyTexts.rolesFull({ max: ROLES_PER_HOLDER }) });
        const given = await store.byId(await store.add(holder, role, BY_HAND));
        if (given === null) throw new Error('the role was not written');
        await auditAndMail(tx, 'role-given', given, by);
        return given;
      });
      changed();
      return row;
    },

    /** Ends a role at once. @throws AcademyError not-found, also for a role that the caller may not take */
    async end(grantId: string, by: ChangedBy): Promise<RoleRow> {
      const row = await db.transaction(async (tx) => {
        const store = rolesStore(tx);
        const giver = await giverOf(tx, by);
        const held = await store.byId(grantId);
        if (held === null || !mayChange(giver, held.grant, held.group !== null)) throw new AcademyError('not-found');
        await store.remove(grantId);
        await auditAndMail(tx, 'role-ended', held, by);
        return held;
      });
      changed();
      return row;
    },
  };
}

/**
 * A directory decides who is in its groups, so what a group gives is decided by administrators of the installation alone,
 * and for exactly this group.
 */
const mayChange = (giver: Holder, role: HeldRole, isOfGroup: boolean): boolean =>
  mayGrant(giver, role) && (giver.isAdmin || !isOfGroup);

export type RolesService = ReturnType<typeof rolesService>;
