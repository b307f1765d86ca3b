import type { HeldRole } from '@academy/contract/rules/held-roles';
import { and, desc, eq, getTableColumns, isNull, or, type SQL, sql } from 'drizzle-orm';
import { learnerGroup } from '../db/group-tables.ts';
import { roleGrant } from '../db/role-tables.ts';
import { person } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';

/** Who holds a role. */
export type RoleHolder = { personId: string } | { groupId: string };

/** A stored role with the person who holds it; null for that of a group. */
export interface RoleRow {
  grant: Omit<typeof roleGrant.$inferSelect, 'role'> & Pick<HeldRole, 'role'>;
  holder: { personId: string; email: string; firstName: string; lastName: string } | null;
  /** Null for the role of a person. */
  group: { groupId: string; name: string } | null;
}

const COLUMNS = {
  grant: getTableColumns(roleGrant),
  holder: {
    personId: person.personId,
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
  },
  group: { groupId: learnerGroup.groupId, name: learnerGroup.name },
};

const heldBy = (holder: RoleHolder): SQL =>
  'personId' in holder ? eq(roleGrant.personId, holder.personId) : eq(roleGrant.groupId, holder.groupId);

const ofPerson = (personId: string): SQL | undefined =>
  or(
    eq(roleGrant.personId, personId),
    sql`${roleGrant.groupId} in (select group_id from group_member where person_id = ${personId})`,
  );

export function rolesStore(db: Queries) {
  // The check of the service keeps roles apart; the column is a text.
  const rowsOf = async (where: SQL | undefined): Promise<RoleRow[]> =>
    (await db
      .select(COLUMNS)
      .from(roleGrant)
      .leftJoin(person, eq(person.personId, roleGrant.personId))
      .leftJoin(learnerGroup, eq(learnerGroup.groupId, roleGrant.groupId))
      .where(where)
      .orderBy(desc(roleGrant.createdAt), roleGrant.grantId)) as RoleRow[];

  return {
    /**
     * Roles in one academy and in every one, or all roles; of one person and their groups where one is
     * named. Newest first.
     */
    list(tenantId: string | null, personId?: string): Promise<RoleRow[]> {
      return rowsOf(
        and(
          tenantId === null ? undefined : or(eq(roleGrant.tenantId, tenantId), isNull(roleGrant.tenantId)),
          personId === undefined ? undefined : ofPerson(personId),
        ),
      );
    },

    async byId(grantId: string): Promise<RoleRow | null> {
      return (await rowsOf(eq(roleGrant.grantId, grantId)))[0] ?? null;
    },

    /** The same role, where it is held already. */
    async held(holder: RoleHolder, { role, tenantId, scope }: HeldRole, source: string): Promise<RoleRow | null> {
      const sameTenant = tenantId === null ? isNull(roleGrant.tenantId) : eq(roleGrant.tenantId, tenantId);
      const same = and(eq(roleGrant.role, role), eq(roleGrant.scope, scope), eq(roleGrant.source, source));
      return (await rowsOf(and(heldBy(holder), sameTenant, same)))[0] ?? null;
    },

    count: (holder: RoleHolder): Promise<number> => db.$count(roleGrant, heldBy(holder)),

    async add(holder: RoleHolder, role: HeldRole, source: string): Promise<string> {
      const [row] = await db
        .insert(roleGrant)
        .values({ ...holder, ...role, source })
        .returning({ grantId: roleGrant.grantId });
      if (row === undefined) throw new Error('the role was not written');
      return row.grantId;
    },

    async remove(grantId: string): Promise<void> {
      await db.delete(roleGrant).where(eq(roleGrant.grantId, grantId));
    },

    /** People with this sign-in address, two at most. */
    byLogin: (login: string): Promise<{ personId: string }[]> =>
      db
        .select({ personId: person.personId })
        .from(person)
        .where(eq(sql`lower(${person.email})`, login))
        .limit(2),

    /** Groups of this name, whatever directory keeps them, five at most. */
    groupsNamed: (name: string): Promise<{ groupId: string }[]> =>
      db
        .select({ groupId: learnerGroup.groupId })
        .from(learnerGroup)
        .where(eq(sql`lower(${learnerGroup.name})`, name.toLowerCase()))
        .orderBy(learnerGroup.groupId)
        .limit(5),

    async exists(holder: RoleHolder): Promise<boolean> {
      const found =
        'personId' in holder
          ? await db.$count(person, eq(person.personId, holder.personId))
          : await db.$count(learnerGroup, eq(learnerGroup.groupId, holder.groupId));
      return found > 0;
    },
  };
}
