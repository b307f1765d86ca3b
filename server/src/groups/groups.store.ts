import type { MemberSource } from '@academy/contract/groups';
import { type SQL, sql } from 'drizzle-orm';
import { learnerGroup } from '../db/group-tables.ts';
import type { Queries } from '../db/transaction.ts';
import { uuidOfText } from '../db/uuid-of-text.ts';

export type GroupRow = typeof learnerGroup.$inferSelect;

/** Groups of people and who is in them. Each source adds and removes its own memberships only. */
export function groupsIn(db: Queries) {
  const moved = async (change: SQL): Promise<string[]> =>
    (await db.execute<{ personId: string }>(sql`${change} returning person_id as "personId"`)).rows.map(
      ({ personId }) => personId,
    );

  return {
    /** Whether its members have roles by it. */
    async givesRoles(groupId: string): Promise<boolean> {
      const { rows } = await db.execute<{ gives: boolean }>(
        sql`select exists (select from role_grant where group_id = ${groupId}) as gives`,
      );
      return rows[0]?.gives === true;
    },

    async byId(groupId: string, directoryId: string): Promise<GroupRow | null> {
      const [row] = await db.select().from(learnerGroup).where(isOf(groupId, directoryId));
      return row ?? null;
    },

    /** The group, locked until the transaction ends. */
    async locked(groupId: string, directoryId: string): Promise<GroupRow | null> {
      const [row] = await db.select().from(learnerGroup).where(isOf(groupId, directoryId)).for('update');
      return row ?? null;
    },

    /** A page of a directory's groups in the order in which they were made. @param where null: all */
    async page(directoryId: string, where: SQL | null, from: number, max: number): Promise<GroupRow[]> {
      return db
        .select()
        .from(learnerGroup)
        .where(sql`${learnerGroup.directoryId} = ${directoryId} and ${where ?? sql`true`}`)
        .orderBy(learnerGroup.createdAt, learnerGroup.groupId)
        .offset(from)
        .limit(max);
    },

    count: (directoryId: string, where: SQL | null): Promise<number> =>
      db.$count(learnerGroup, sql`${learnerGroup.directoryId} = ${directoryId} and ${where ?? sql`true`}`),

    async add(values: typeof learnerGroup.$inferInsert): Promise<GroupRow> {
      const [row] = await db.insert(learnerGroup).values(values).returning();
      if (row === undefined) throw new Error('the group was not written');
      return row;
    },

    async change(groupId: string, values: { name: string; externalId: string | null }): Promise<void> {
      await db
        .update(learnerGroup)
        .set({ ...values, version: sql`${learnerGroup.version} + 1`, changedAt: sql`now()` })
        .where(sql`${learnerGroup.groupId} = ${groupId}`);
    },

    /** @returns whether it was there */
    async remove(groupId: string): Promise<void> {
      await db.delete(learnerGroup).where(sql`${learnerGroup.groupId} = ${groupId}`);
    },

    /** Adds people; those who are in it by the same source stay. @returns who is new */
    join: (groupId: string, personIds: readonly string[], source: MemberSource): Promise<string[]> =>
      moved(sql`
        insert into group_member (group_id, person_id, source)
        select ${groupId}, unnest(${sql.param([...personIds])}::uuid[]), ${source} on conflict do nothing`),

    /** Removes memberships of one source. @returns whose */
    leave: (groupId: string, personIds: readonly string[], source: MemberSource): Promise<string[]> =>
      moved(sql`
        delete from group_member where group_id = ${groupId} and source = ${source}
          and person_id = any(${sql.param([...personIds])}::uuid[])`),

    /** Removes all memberships of one source but these. @returns whose */
    leaveBut: (groupId: string, personIds: readonly string[], source: MemberSource): Promise<string[]> =>
      moved(sql`
        delete from group_member where group_id = ${groupId} and source = ${source}
          and person_id <> all(${sql.param([...personIds])}::uuid[])`),
  };
}

const isOf = (groupId: string, directoryId: string): SQL =>
  sql`${learnerGroup.groupId} = ${uuidOfText(groupId)} and ${learnerGroup.directoryId} = ${directoryId}`;
