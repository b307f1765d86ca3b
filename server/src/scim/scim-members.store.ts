import { sql } from 'drizzle-orm';
import type { Queries } from '../db/transaction.ts';

/** A member of a group, by the id that the directory knows. */
export interface MemberRow {
  groupId: string;
  id: string;
}

/** Members of groups as a directory knows them. */
export function scimMembersStore(db: Queries, directoryId: string) {
  return {
    /** Members that the directory put there, in the order in which they came. */
    async of(groupIds: readonly string[]): Promise<MemberRow[]> {
      const { rows } = await db.execute<{ groupId: string; id: string }>(sql`
        select group_id as "groupId", coalesce(former_id, person_id) as id
        from group_member join directory_person using (person_id)
        where group_id = any(${sql.param([...groupIds])}::uuid[]) and source = 'scim' and directory_id = ${directoryId}
        order by added_at, person_id`);
      return rows;
    },

    /** The people of these ids; those who are not of the directory are left out. */
    async people(ids: readonly string[]): Promise<string[]> {
      const wanted = sql`${sql.param([...ids])}::uuid[]`;
      const { rows } = await db.execute<{ personId: string }>(sql`
        select person_id as "personId" from directory_person
        where directory_id = ${directoryId} and deleted_at is null and (person_id = any(${wanted}) or former_id = any(${wanted}))`);
      return rows.map(({ personId }) => personId);
    },
  };
}
