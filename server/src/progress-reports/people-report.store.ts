import { TABLE_ENTRIES_MAX } from '@academy/contract/constants';
import { type SQL, sql } from 'drizzle-orm';
import { peopleMatching } from '../db/people-matching.ts';
import { rowsOfPage, type TablePage } from '../db/table-page.ts';
import { person } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import { COUNTS } from '../stats/added-statistics.ts';
import type { TenantScope } from '../values/scope.ts';
import { isInReach, membersOf, type Reach } from './report-reach.ts';
import { type ReportFilters, type SelectedRow, withinDays } from './report-rows.ts';
import type { StandingSource } from './standing-source.ts';

/** What rows of people can be ordered by. */
const ORDERS = {
  name: sql`last_name_key`,
  beganAt: sql`started_at`,
  completedAt: sql`completed_at`,
  lessonsDone: sql`cardinality(done)`,
  lastSeenAt: sql`last_at`,
} as const;
export type PeopleOrder = { by: keyof typeof ORDERS; dir: 'asc' | 'desc' };

export interface ReportScope {
  tenantId: TenantScope;
  reach: Reach;
  /** Whose results of checks the caller sees. */
  graded: Reach;
  source: StandingSource;
}

/** Rows of people, one for each course: who has begun, is on the way, has completed it; of a group and a course also who has not begun. */
export function peopleReport(db: Queries, scope: ReportScope, filters: ReportFilters) {
  const { tenantId, reach, source } = scope;
  const { group, course, state } = filters;
  const isOfCourse = course === undefined ? sql`true` : sql`standing.course_id = ${course}`;
  /** Members of the group, who may not have begun the course. */
  const isWholeGroup = group !== undefined && course !== undefined;
  const members = group === undefined ? null : membersOf([group]);

  /** The people that the rows are about: all, or those of a batch. */
  const tables = (people: SQL): SQL => {
    const among = members === null ? people : sql`${people} and person_id in (${members})`;
    const found =
      isWholeGroup && members !== null
        ? sql`
          select member.person_id, ${course}::text as course_id, ${STANDING}
          from (select distinct person_id from (${members}) everybody where ${people}) member
          left join standing on standing.person_id = member.person_id and ${isOfCourse}`
        : sql`select standing.person_id, standing.course_id, ${STANDING} from standing where ${isOfCourse}`;
    return sql`with ${source.standing(tenantId, among)}, found as not materialized (${found})`;
  };
  const words = peopleMatching(filters.q);
  const where = (): SQL => {
    const named = words === undefined ? sql`true` : sql`person_id in (select person_id from ${person} where ${words})`;
    const reached = isInReach(reach, sql`person_id`, sql`course_id`);
    return sql`${named} and ${reached} and ${inState(filters)} ${stateOf(state)}`;
  };
  /** Without a group the newest rows are found by an index, and no more of them than a table has. */
  const newest = members === null ? sql`order by last_at desc, person_id desc limit ${TABLE_ENTRIES_MAX}` : sql``;

  return {
    /** One page, and the number on all pages. */
    async page(order: PeopleOrder, page: TablePage): Promise<{ rows: SelectedRow[]; total: number }> {
      const { limit, offset } = rowsOfPage(page);
      const dir = sql.raw(order.dir);
      const { rows } = await db.execute<SelectedRow & { total: number }>(sql`
        ${tables(sql`true`)},
        wanted as materialized (select * from found where ${where()} ${newest}),
        paged as materialized (
          select wanted.* from wanted join person using (person_id)
          order by ${ORDERS[order.by]} ${dir} nulls last, last_name_key ${dir}, first_name_key ${dir}, person_id, course_id
          limit ${limit} offset ${offset}
        )
        ${decorated(scope, sql`paged`, sql`, (select count(*)::int from wanted) as total`)}
        order by ${ORDERS[order.by]} ${dir} nulls last, last_name_key ${dir}, first_name_key ${dir}, person_id, course_id`);
      if (rows[0] !== undefined) return { rows, total: Math.min(rows[0].total, TABLE_ENTRIES_MAX) };
      return { rows: [], total: offset === 0 ? 0 : await this.count() };
    },

    async count(): Promise<number> {
      const { rows } = await db.execute<{ total: number }>(sql`
        ${tables(sql`true`)} select count(*)::int as total from (select from found where ${where()} ${newest}) wanted`);
      return Math.min(rows[0]?.total ?? 0, TABLE_ENTRIES_MAX);
    },

    /** Of a course in a group: its members, those who have begun, and those who have completed it in the days of the filters. */
    async summary(): Promise<{ people: number; begun: number; completed: number } | null> {
      if (!isWholeGroup) return null;
      const { rows } = await db.execute<{ people: number; begun: number; completed: number }>(sql`
        ${tables(sql`true`)}
        select count(*)::int as people, count(started_at)::int as begun,
          (count(*) filter (where completed_at is not null and ${withinDays(filters, sql`completed_at`)}))::int as completed
        from found where ${isInReach(reach, sql`person_id`, sql`course_id`)}`);
      return rows[0] ?? null;
    },

    /** The rows of the next people in the order of their ids, all rows of each. @returns null after the last one */
    async after(personId: string | null, max: number): Promise<{ rows: SelectedRow[]; last: string } | null> {
      const { rows: people } = await db.execute<{ id: string }>(sql`
        select person_id as id from (${members ?? source.learners(tenantId)}) everybody
        where ${personId === null ? sql`true` : sql`person_id > ${personId}`} group by 1 order by 1 limit ${max}`);
      const last = people.at(-1)?.id;
      if (last === undefined) return null;
      const among = sql`person_id = any(${`{${people.map(({ id }) => id).join(',')}}`}::uuid[])`;
      const { rows } = await db.execute<SelectedRow>(sql`
        ${tables(among)}, wanted as materialized (select * from found where ${where()})
        ${decorated(scope, sql`wanted`, sql``)} order by person_id, course_id`);
      return { rows, last };
    },
  };
}

const STANDING: SQL = sql`started_at, completed_at, last_at, done, seconds`;

const stateOf = (state: ReportFilters['state']): SQL =>
  state === undefined
    ? sql``
    : {
        'not-begun': sql`and started_at is null`,
        begun: sql`and started_at is not null and completed_at is null`,
        completed: sql`and completed_at is not null`,
      }[state];

/** The days are those of the completion where only those who have completed are asked for, of the last activity otherwise. */
function inState(filters: ReportFilters): SQL {
  if (filters.from === undefined && filters.to === undefined) return sql`true`;
  return withinDays(filters, filters.state === 'completed' ? sql`completed_at` : sql`last_at`);
}

/** Rows with the names and results that belong to them. */
const decorated = ({ tenantId, graded }: ReportScope, from: SQL, more: SQL): SQL => sql`
  select person_id || ' ' || course_id as id, person_id as "personId",
    nullif(trim(person.first_name || ' ' || person.last_name), '') as "personName",
    course_id as "courseId", course.title as "courseTitle", started_at as "beganAt", completed_at as "completedAt",
    coalesce(cardinality(done), 0) as "lessonsDone",
    case when completed_at is null
      then (select count(*)::int from lesson where lesson.tenant_id = ${tenantId} and lesson.course_id = ${from}.course_id and ${COUNTS})
      else cardinality(done) end as lessons,
    checked.attempts,
    case when ${isInReach(graded, sql`person_id`, sql`course_id`)} then checked.best end as "bestResult", seconds, last_at as "lastSeenAt" ${more}
  from ${from} join person using (person_id)
  left join content_item course on course.tenant_id = ${tenantId} and course.kind = 'course' and course.id = course_id
  left join lateral (
    select sum(tries)::int as attempts, round(avg(best))::int as best from (
      select count(*) as tries, max(score * 100.0 / nullif(total, 0)) as best from knowledge_check_attempt attempt
      where attempt.person_id = person.person_id and attempt.tenant_id = ${tenantId} and submitted_at is not null
        and attempt.lesson_id in (
          select lesson_id from lesson where lesson.tenant_id = ${tenantId} and lesson.course_id = ${from}.course_id and ${COUNTS}
        )
      group by attempt.lesson_id
    ) one
  ) checked on true`;
