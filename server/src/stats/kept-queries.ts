import { type SQL, sql } from 'drizzle-orm';
import type { TenantScope } from '../values/scope.ts';
import { activityWhere, lessonsOf } from './activity-queries.ts';
import { SUM } from './added-statistics.ts';
import { mondayOf, type Parts, type Period, partsOf } from './parts-of-period.ts';

/** How far the sums are, and the present moment, both by the clock of the database. */
export interface Kept {
  until: Date;
  now: Date;
}

/*
 * What learners did in a period, as parts of a query, by the sums that are kept behind the ledger. Sums know weeks, and in
 * which week a learner was last active in a course. What they do not answer for, the ledger does, and then only the events
 * of these days are read: what became of their learners is in what each adds to the sums. The numbers are those that
 * `activity-queries.ts` counts.
 */

/** By week, of all learners. */
export function keptActivity(tenantId: TenantScope, period: Period, kept: Kept): SQL {
  const { weeks, cut } = partsOf(period, kept.now);
  return sql`
    ${activityWhere(tenantId, eventsOf(cut, kept))},
    activity as (
      select week::timestamp as week, sum(count) filter (where what = ${SUM.learners})::int as learners,
        sum(count) filter (where what = ${SUM.completions})::int as completions
      from statistic where ${summed(tenantId, [SUM.learners, SUM.completions], weeks)} group by 1
      union all
      select week, learners, completions from counted_activity
    )`;
}

/** By course: its learners, and those of them who have completed it. */
export function keptFollowers(tenantId: TenantScope, period: Period, kept: Kept): SQL {
  const parts = partsOf(period, kept.now);
  const wanted = [[SUM.courseCompleted], ...(parts.reachesToday ? [[SUM.course, weekOf(period)]] : [])];
  return sql`
    ${lessonsOf(tenantId)}, ${activeIn(tenantId, period, kept, parts)},
    added as materialized (
      select person_id, one ->> 0 as what, one ->> 2 as id from learner_statistic, jsonb_array_elements(added) one
      where tenant_id = ${tenantId} and person_id in (select person_id from active)
        and ${contains(
          sql`added`,
          wanted.map((entry) => [entry]),
        )} and ${contains(sql`one`, wanted)}
    ),
    learner as (
      select course_id, coalesce(bool_or(what = ${SUM.courseCompleted}), false) as completed,
        coalesce(bool_or(what = ${SUM.course}), false) as is_last
      from active left join added on added.person_id = active.person_id and added.id = active.course_id
      group by active.person_id, course_id
    ),
    followers as (
      select course_id, sum(learners)::int as learners, sum(completed)::int as completed from (
        select id as course_id, sum(count) filter (where what = ${SUM.course}) as learners,
          coalesce(sum(count) filter (where what = ${SUM.courseCompleted}), 0) as completed
        from statistic where ${summed(tenantId, [SUM.course, SUM.courseCompleted], weeksOf(parts))} group by 1
        union all
        select course_id, count(*), count(*) filter (where completed) from learner
        ${parts.reachesToday ? sql`where is_last` : sql``} group by 1
      ) part group by 1 having sum(learners) > 0
    )`;
}

/** By lesson of `counted`, the lessons of a course: how many learners of it have ever reached it, and have completed it. */
export function keptLessons(tenantId: TenantScope, period: Period, kept: Kept, courseId: string): SQL {
  const parts = partsOf(period, kept.now);
  const isLast = contains(sql`added`, [[[SUM.course, weekOf(period), courseId]]]);
  const ofLesson = (what: string, name: string) => sql`
    select id as lesson_id, sum(count)::int as ${sql.identifier(name)} from (
      select id, count from statistic where ${summed(tenantId, [what], weeksOf(parts))}
        and id in (select lesson_id from counted)
      union all
      select id, 1 from added where what = ${what}
    ) part group by 1`;
  return sql`
    ${activeIn(tenantId, period, kept, parts)},
    added as materialized (
      select one ->> 0 as what, one ->> 2 as id from learner_statistic, jsonb_array_elements(added) one
      where tenant_id = ${tenantId} and person_id in (select person_id from active)
        ${parts.reachesToday ? sql`and ${isLast}` : sql``}
        and one ->> 2 = any (array(select lesson_id from counted))
    ),
    reached as (${ofLesson(SUM.lesson, 'reached')}),
    completed as (${ofLesson(SUM.lessonCompleted, 'completed')})`;
}

/** Whole weeks answer for learners who were last active in them: only where nothing can have happened after the period. */
const weeksOf = ({ weeks, reachesToday }: Parts): Period | null => (reachesToday ? weeks : null);

/**
 * The learners and courses for whom the sums may not answer. Of a period that reaches to today that is who was active before
 * its first Monday; those who were again active after it are in the sums.
 */
function activeIn(tenantId: TenantScope, period: Period, kept: Kept, { cut, reachesToday }: Parts): SQL {
  return sql`
    active as materialized (
      select distinct person_id, course_id from progress_event join counted on lesson_id = item_id
      where tenant_id = ${tenantId} and item_kind = 'lesson' and kind <> 'position'
        and ${eventsOf(reachesToday ? cut : [period], kept)}
    )`;
}

/** The week in which those were last active whom a period that begins within a week leaves out. */
const weekOf = ({ from }: Period): string => mondayOf(from).toISOString().slice(0, 10);

/** Condition: a list has one of these, whole lists or the beginning of their entries. Faster than reading entry by entry. */
const contains = (list: SQL, some: readonly unknown[]): SQL =>
  sql`(${sql.join(
    some.map((one) => sql`${list} @> ${JSON.stringify(one)}::jsonb`),
    sql` or `,
  )})`;

/** Events of some days, as far as the sums know them. */
function eventsOf(days: readonly Period[], kept: Kept): SQL {
  if (days.length === 0) return sql`false`;
  const within = days.map(({ from, until }) => sql`at >= ${from} and at < ${until}`);
  return sql`(${sql.join(within, sql` or `)}) and recorded_at < ${kept.until}`;
}

/** Weeks are named one by one, so that the index is read where they are, and not from the first to the last. */
const summed = (tenantId: TenantScope, what: readonly string[], weeks: Period | null): SQL =>
  weeks === null
    ? sql`false`
    : sql`
      tenant_id = ${tenantId} and what in ${what} and week in (
        select generate_series(
          ${weeks.from}::timestamptz at time zone 'UTC', ${weeks.until}::timestamptz at time zone 'UTC' - interval '1 second',
          interval '1 week'
        )::date
      )`;
