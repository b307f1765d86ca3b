import { WHOLE_ACADEMY } from '@academy/contract/rules/held-roles';
import { type SQL, sql } from 'drizzle-orm';
import type { TenantScope } from '../values/scope.ts';

/** Whose progress somebody may see, by the scopes in which they are an instructor or manager. */
export interface Reach {
  isWhole: boolean;
  /** Ids of courses. */
  courses: readonly string[];
  /** Patterns of ids of courses. */
  coursesLike: readonly string[];
  groups: readonly string[];
}

const COURSE = 'course:';
const GROUP = 'group:';

export function reachOf(scopes: readonly string[]): Reach {
  const courses = scopes.filter((scope) => scope.startsWith(COURSE)).map((scope) => scope.slice(COURSE.length));
  return {
    isWhole: scopes.includes(WHOLE_ACADEMY),
    courses: courses.filter((id) => !id.endsWith('*')),
    coursesLike: courses.filter((id) => id.endsWith('*')).map((id) => `${id.slice(0, -1).replace(/[\\%_]/g, '\\$&')}%`),
    groups: scopes.filter((scope) => scope.startsWith(GROUP)).map((scope) => scope.slice(GROUP.length)),
  };
}

const uuids = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`;
const texts = (of: readonly string[]): SQL => sql`${sql.param([...of])}::text[]`;

/** Ids of groups, and of the groups in them. */
export const withGroupsIn = (groups: readonly string[]): SQL =>
  sql`select group_id from learner_group where group_id = any(${uuids(groups)}) or parent_group_id = any(${uuids(groups)})`;

/** Ids of the people of groups, and of the groups in them. */
export const membersOf = (groups: readonly string[]): SQL =>
  sql`select person_id from group_member where group_id in (${withGroupsIn(groups)})`;

/** Condition on a course: it is taught, with all of its learners. @param column such as `standing.course_id` */
export const isTaughtCourse = ({ isWhole, courses, coursesLike }: Reach, column: SQL): SQL =>
  isWhole ? sql`true` : sql`(${column} = any(${texts(courses)}) or ${column} like any(${texts(coursesLike)}))`;

/** Condition on what a person does in a course: one of the two is in reach. */
export const isInReach = (reach: Reach, person: SQL, course: SQL): SQL =>
  reach.isWhole
    ? sql`true`
    : reach.groups.length === 0
      ? isTaughtCourse(reach, course)
      : sql`(${isTaughtCourse(reach, course)} or ${person} in (${membersOf(reach.groups)}))`;

/** The groups of the academy that are in reach, as a condition on `learner_group`. */
export const isGroupInReach = (reach: Reach, tenantId: TenantScope): SQL => sql`
  (learner_group.tenant_id = ${tenantId} or learner_group.tenant_id is null)
  and ${reach.isWhole ? sql`true` : sql`learner_group.group_id in (${withGroupsIn(reach.groups)})`}`;
