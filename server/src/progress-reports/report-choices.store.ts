import { sql } from 'drizzle-orm';
import type { Queries } from '../db/transaction.ts';
import type { TenantScope } from '../values/scope.ts';
import { isGroupInReach, isTaughtCourse, type Reach } from './report-reach.ts';

type Named = { id: string; name: string };

/** Most courses, and most groups, that are offered. */
const MAX = 1_000;

/** The courses and groups by which reports can be narrowed down, by name. Managers of groups choose among all courses. */
export async function reportChoices(
  db: Queries,
  tenantId: TenantScope,
  reach: Reach,
): Promise<{ courses: Named[]; groups: Named[] }> {
  const isTaught = reach.groups.length > 0 ? sql`true` : isTaughtCourse(reach, sql`id`);
  const [courses, groups] = await Promise.all([
    db.execute<Named>(sql`
      select id, title as name from content_item
      where tenant_id = ${tenantId} and kind = 'course' and removed_at is null and ${isTaught}
      order by lower(title), id limit ${MAX}`),
    db.execute<Named>(sql`
      select group_id as id, name from learner_group where ${isGroupInReach(reach, tenantId)}
      order by lower(name), group_id limit ${MAX}`),
  ]);
  return { courses: courses.rows, groups: groups.rows };
}

/** Whether a group is there and in reach. */
export async function isGroupThere(
  db: Queries,
  tenantId: TenantScope,
  reach: Reach,
  groupId: string,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from learner_group where group_id = ${groupId} and ${isGroupInReach(reach, tenantId)}`);
  return rows.length > 0;
}
