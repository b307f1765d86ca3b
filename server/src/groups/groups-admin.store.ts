import type { Group, GroupMember, MemberSource } from '@academy/contract/groups';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { containing } from '../db/containing.ts';
import { directory } from '../db/directory-tables.ts';
import { learnerGroup } from '../db/group-tables.ts';
import { countForTable, ONE, rowsOfPage, type TablePage } from '../db/table-page.ts';
import { person } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';

export type GroupRow = typeof learnerGroup.$inferSelect;

/** Ids of a group and its parts. */
export const withParts = (groupId: SQL | string): SQL =>
  sql`(select g.group_id from learner_group g where g.group_id = ${groupId} or g.parent_group_id = ${groupId})`;

const MEMBERS = sql<number>`(
  select count(distinct person_id)::integer from group_member where group_id in ${withParts(sql`learner_group.group_id`)})`;

/**
 * The groups of an academy, those of directories included.
 *
 * @param own ids of the groups that the reader looks after, whose parts they see too; null: all
 */
export function groupsAdminStore(db: Queries) {
  const isSeen = (tenantId: string, own: readonly string[] | null): SQL | undefined =>
    and(
      sql`(${learnerGroup.tenantId} = ${tenantId} or ${learnerGroup.tenantId} is null)`,
      own === null
        ? undefined
        : sql`(${learnerGroup.groupId} = any(${sql.param(own)}::uuid[]) or ${learnerGroup.parentGroupId} = any(${sql.param(own)}::uuid[]))`,
    );

  const groupsWhere = (where: SQL | undefined) =>
    db
      .select({ group: learnerGroup, directory: directory.name, parent: PARENT, members: MEMBERS })
      .from(learnerGroup)
      .leftJoin(directory, eq(directory.directoryId, learnerGroup.directoryId))
      .where(where)
      .orderBy(sql`lower(${learnerGroup.name})`, learnerGroup.groupId);

  return {
    /** One page by name, and the number on all pages. */
    async page(tenantId: string, own: readonly string[] | null, q: string, page: TablePage) {
      const where = and(isSeen(tenantId, own), containing(q, [learnerGroup.name]));
      const { limit, offset } = rowsOfPage(page);
      const [rows, total] = await Promise.all([
        groupsWhere(where).limit(limit).offset(offset),
        countForTable(db, db.select(ONE).from(learnerGroup).where(where)),
      ]);
      return { rows, total };
    },

    /** The group, where the reader sees it. */
    async find(tenantId: string, own: readonly string[] | null, groupId: string) {
      const [row] = await groupsWhere(and(isSeen(tenantId, own), eq(learnerGroup.groupId, groupId)));
      return row ?? null;
    },

    /** Ids of these groups and their parts. */
    async idsWithParts(own: readonly string[]): Promise<string[]> {
      const { rows } = await db.execute<{ groupId: string }>(sql`
        select group_id as "groupId" from learner_group
        where group_id = any(${sql.param(own)}::uuid[]) or parent_group_id = any(${sql.param(own)}::uuid[])`);
      return rows.map(({ groupId }) => groupId);
    },

    parts: (groupId: string): Promise<{ groupId: string; name: string }[]> =>
      db
        .select({ groupId: learnerGroup.groupId, name: learnerGroup.name })
        .from(learnerGroup)
        .where(eq(learnerGroup.parentGroupId, groupId))
        .orderBy(sql`lower(${learnerGroup.name})`),

    /** A group of the academy that is kept here, locked until the transaction ends. */
    async lockedOwn(tenantId: string, groupId: string): Promise<GroupRow | null> {
      const [row] = await db
        .select()
        .from(learnerGroup)
        .where(
          and(
            eq(learnerGroup.groupId, groupId),
            eq(learnerGroup.tenantId, tenantId),
            sql`${learnerGroup.directoryId} is null`,
          ),
        )
        .for('update');
      return row ?? null;
    },

    /** The group of this name that is kept here; in any letter case. */
    async byName(tenantId: string, name: string): Promise<GroupRow | null> {
      const [row] = await db
        .select()
        .from(learnerGroup)
        .where(
          sql`${learnerGroup.tenantId} = ${tenantId} and ${learnerGroup.directoryId} is null and lower(${learnerGroup.name}) = lower(${name})`,
        );
      return row ?? null;
    },

    /** @returns the new group; null where another one has the name */
    async add(tenantId: string, name: string, parentGroupId: string | null): Promise<string | null> {
      const [row] = await db
        .insert(learnerGroup)
        .values({ tenantId, name, parentGroupId })
        .onConflictDoNothing()
        .returning({ groupId: learnerGroup.groupId });
      return row?.groupId ?? null;
    },

    async change(groupId: string, name: string, parentGroupId: string | null): Promise<void> {
      await db
        .update(learnerGroup)
        .set({ name, parentGroupId, changedAt: sql`now()` })
        .where(eq(learnerGroup.groupId, groupId));
    },

    /** Deletes it with the roles that reach it; its parts stand alone. */
    async remove(groupId: string): Promise<void> {
      await db.execute(sql`delete from role_grant where scope = ${`group:${groupId}`}`);
      await db.update(learnerGroup).set({ parentGroupId: null }).where(eq(learnerGroup.parentGroupId, groupId));
      await db.delete(learnerGroup).where(eq(learnerGroup.groupId, groupId));
    },

    /** People of a group and its parts: one page by name, and the number on all pages. */
    async members(groupId: string, q: string, page: TablePage) {
      const where = and(
        sql`${person.personId} in (select person_id from group_member where group_id in ${withParts(groupId)})`,
        containing(q, [person.firstName, person.lastName, person.email]),
      );
      const { limit, offset } = rowsOfPage(page);
      const [rows, total] = await Promise.all([
        db
          .select({
            userId: person.personId,
            firstName: person.firstName,
            lastName: person.lastName,
            login: person.email,
          })
          .from(person)
          .where(where)
          .orderBy(asc(person.lastNameKey), asc(person.firstNameKey), asc(person.personId))
          .limit(limit)
          .offset(offset),
        countForTable(db, db.select(ONE).from(person).where(where)),
      ]);
      return { rows, total };
    },

    /** Where memberships of these people in a group and its parts come from, by person. */
    async sources(groupId: string, personIds: readonly string[]) {
      const { rows } = await db.execute<{
        userId: string;
        sources: MemberSource[] | null;
        parts: string[] | null;
        addedAt: string;
      }>(sql`
        select person_id as "userId", min(added_at) as "addedAt",
          array_agg(distinct source) filter (where group_id = ${groupId}) as sources,
          array_agg(distinct name) filter (where group_id <> ${groupId}) as parts
        from group_member join learner_group using (group_id)
        where person_id = any(${sql.param(personIds)}::uuid[]) and group_id in ${withParts(groupId)}
        group by person_id`);
      return new Map(
        rows.map(
          ({ userId, sources, parts, addedAt }): [string, Pick<GroupMember, 'sources' | 'parts' | 'addedAt'>] => [
            userId,
            { sources: sources ?? [], parts: parts ?? [], addedAt: new Date(addedAt).toISOString() },
          ],
        ),
      );
    },

    /** People by their sign-in addresses; addresses of nobody and of several people are left out. */
    async byLogins(logins: readonly string[]): Promise<{ personId: string; email: string }[]> {
      const { rows } = await db.execute<{ personId: string; email: string }>(sql`
        select (array_agg(person_id))[1] as "personId", lower(email) as email from person
        where lower(email) = any(${sql.param(logins)}::text[]) group by lower(email) having count(*) = 1`);
      return rows;
    },

    async email(personId: string): Promise<string | null> {
      const [row] = await db.select({ email: person.email }).from(person).where(eq(person.personId, personId));
      return row?.email ?? null;
    },

    /** The groups that imports have put a person into, by name. */
    async importedOf(tenantId: string, personId: string): Promise<{ groupId: string; name: string }[]> {
      const { rows } = await db.execute<{ groupId: string; name: string }>(sql`
        select group_id as "groupId", name from group_member join learner_group using (group_id)
        where person_id = ${personId} and source = 'import' and tenant_id = ${tenantId} order by lower(name)`);
      return rows;
    },
  };
}

/** A row of the list as readers get it. */
export type ListedGroup = Awaited<ReturnType<ReturnType<typeof groupsAdminStore>['page']>>['rows'][number];

export const shownGroup = ({ group, directory: directoryName, parent, members }: ListedGroup): Group => ({
  groupId: group.groupId,
  name: group.name,
  parent,
  directory: directoryName,
  members,
});

const PARENT = sql<Group['parent']>`(
  select json_build_object('groupId', p.group_id, 'name', p.name) from learner_group p
  where p.group_id = learner_group.parent_group_id)`;
