import { covers, WHOLE_ACADEMY } from '@academy/contract/rules/held-roles';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { certificate } from '../db/certificate-tables.ts';
import type { Database } from '../db/connect.ts';
import { containing } from '../db/containing.ts';
import { countForTable, ONE, rowsOfPage, type TablePage } from '../db/table-page.ts';
import { contentItem, person } from '../db/tables.ts';
import type { TenantScope } from '../values/scope.ts';

/** What instructors see of people: names and ids. */
const NAMED = { userId: person.personId, firstName: person.firstName, lastName: person.lastName };

const GROUP = 'group:';
const groupsIn = (scopes: readonly string[]): string[] =>
  scopes.filter((scope) => scope.startsWith(GROUP)).map((scope) => scope.slice(GROUP.length));

/** The learners of an academy whom somebody with these scopes teaches. */
export function taughtLearnersStore(db: Database) {
  /** Ids of the courses in the scopes, removed ones included. */
  async function coursesIn(tenantId: TenantScope, scopes: readonly string[]): Promise<string[]> {
    const rows = await db
      .select({ id: contentItem.id })
      .from(contentItem)
      .where(and(eq(contentItem.tenantId, tenantId), eq(contentItem.kind, 'course')));
    return rows.map(({ id }) => id).filter((id) => scopes.some((scope) => covers(scope, `course:${id}`)));
  }

  /** Condition on a row of the ledger: it is about one of the courses. */
  const isAbout = (tenantId: TenantScope, scopes: readonly string[], courses: readonly string[]): SQL =>
    scopes.includes(WHOLE_ACADEMY)
      ? sql`true`
      : sql`item_kind = 'lesson' and item_id in (
          select lesson_id from lesson where tenant_id = ${tenantId} and course_id = any(${sql.param(courses)}::text[]))`;

  /**
   * Condition on the row `person`: active in one of the courses, or in one of the groups. What the sums do not hold yet, all of
   * a small ledger, is read from the ledger.
   */
  const learns = (tenantId: TenantScope, scopes: readonly string[], courses: readonly string[]): SQL => {
    const among = scopes.includes(WHOLE_ACADEMY) ? sql`true` : sql`courses && ${sql.param(courses)}::text[]`;
    return sql`person.person_id in (
      select person_id from learner_statistic where tenant_id = ${tenantId} and ${among}
      union all select person_id from progress_event
      where tenant_id = ${tenantId} and ${isAbout(tenantId, scopes, courses)} and recorded_at >= coalesce(
        (select read_until from statistic_progress where complete_at is not null), '-infinity')
      union all ${membersOf(groupsIn(scopes))})`;
  };

  /** The people of groups, and of the groups in them. */
  const membersOf = (groups: readonly string[]): SQL => sql`
    select person_id from group_member join learner_group using (group_id)
    where group_id = any(${sql.param(groups)}::uuid[]) or parent_group_id = any(${sql.param(groups)}::uuid[])`;

  return {
    coursesIn,

    /** One page by name, and the number on all pages. */
    async page(tenantId: TenantScope, scopes: readonly string[], q: string, page: TablePage) {
      const courses = await coursesIn(tenantId, scopes);
      const where = and(learns(tenantId, scopes, courses), containing(q, [person.firstName, person.lastName]));
      const { limit, offset } = rowsOfPage(page);
      const [rows, total] = await Promise.all([
        db
          .select(NAMED)
          .from(person)
          .where(where)
          .orderBy(asc(person.lastNameKey), asc(person.firstNameKey), asc(person.personId))
          .limit(limit)
          .offset(offset),
        countForTable(db, db.select(ONE).from(person).where(where)),
      ]);
      return { rows, total };
    },

    /** Whether a person has done anything in one of the courses; of an academy as a whole, in any of its content. */
    async isTaught(tenantId: TenantScope, scopes: readonly string[], courses: readonly string[], personId: string) {
      const { rows } = await db.execute<{ taught: boolean }>(sql`
        select exists (
          select from progress_event where person_id = ${personId} and tenant_id = ${tenantId} and ${isAbout(tenantId, scopes, courses)}
        ) as taught`);
      return rows[0]?.taught === true;
    },

    /** Whether a person is in one of the groups of the scopes. */
    async isInGroup(scopes: readonly string[], personId: string): Promise<boolean> {
      const { rows } = await db.execute<{ found: boolean }>(
        sql`select ${personId}::uuid in (${membersOf(groupsIn(scopes))}) as found`,
      );
      return rows[0]?.found === true;
    },

    certificates: (tenantId: TenantScope, personId: string) =>
      db
        .select({
          kind: certificate.kind,
          itemId: certificate.itemId,
          title: certificate.title,
          issuedAt: certificate.issuedAt,
          revokedAt: certificate.revokedAt,
        })
        .from(certificate)
        .where(and(eq(certificate.tenantId, tenantId), eq(certificate.personId, personId)))
        .orderBy(asc(certificate.issuedAt)),

    /** The courses of lessons, by their ids. */
    async coursesOfLessons(tenantId: TenantScope, lessonIds: readonly string[]): Promise<Map<string, string>> {
      const { rows } = await db.execute<{ lessonId: string; courseId: string }>(sql`
        select lesson_id as "lessonId", course_id as "courseId" from lesson
        where tenant_id = ${tenantId} and lesson_id = any(${sql.param(lessonIds)}::text[])`);
      return new Map(rows.map(({ lessonId, courseId }) => [lessonId, courseId]));
    },
  };
}
