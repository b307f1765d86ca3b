import { type SQL, sql } from 'drizzle-orm';
import type { TenantScope } from '../values/scope.ts';
import { COUNTS } from './added-statistics.ts';
import type { Period } from './parts-of-period.ts';

/* What learners did in a period, as parts of a query: counted from the ledger. `kept-queries.ts` has the same by sums. */

/** Lessons that count: listed, and no modules. */
export const lessonsOf = (tenantId: TenantScope, courseId?: string): SQL => sql`
  counted as materialized (
    select lesson_id, course_id, title, slug, order_column from lesson
    where tenant_id = ${tenantId} and ${COUNTS}
      ${courseId === undefined ? sql`` : sql`and course_id = ${courseId}`}
  )`;

/** The learners and courses with an event in the period. */
const learnersOf = (tenantId: TenantScope, { from, until }: Period): SQL => sql`
  learners as materialized (
    select distinct course_id, person_id
    from progress_event join counted on lesson_id = item_id
    where tenant_id = ${tenantId} and item_kind = 'lesson' and at >= ${from} and at < ${until} and kind <> 'position'
  )`;

/** Lessons that are completed now, as the rules fold the ledger: the last event that decides it is `completed`. */
const doneOf = (tenantId: TenantScope): SQL => sql`
  decided as materialized (
    select person_id, lesson_id, kind from (
      select distinct on (person_id, item_id) person_id, item_id as lesson_id, kind
      from progress_event
      where tenant_id = ${tenantId} and item_kind = 'lesson' and kind in ('completed', 'undone', 'reset')
        and item_id in (select lesson_id from counted) and person_id in (select person_id from learners)
      order by person_id, item_id, at desc, sequence desc
    ) as last
  ),
  done as materialized (select person_id, lesson_id from decided where kind = 'completed')`;

/** By week, of all learners: those with events of which the condition holds. */
export const activityWhere = (tenantId: TenantScope, condition: SQL): SQL => sql`
  -- Of positions in videos only the newest is stored, so they do not show when a learner was active.
  pairs as (
    select date_trunc('week', at at time zone 'UTC') as week, person_id, item_kind, item_id,
      bool_or(kind = 'completed') as completed
    from progress_event
    where tenant_id = ${tenantId} and ${condition} and kind <> 'position' and item_kind <> 'course'
    group by 1, 2, 3, 4
  ),
  learners as (select week, person_id, sum(completed::int) as completions from pairs group by 1, 2),
  counted_activity as (
    select week, count(*)::int as learners, sum(completions)::int as completions from learners group by 1
  )`;

export const countedActivity = (tenantId: TenantScope, { from, until }: Period): SQL => sql`
  ${activityWhere(tenantId, sql`at >= ${from} and at < ${until}`)},
  activity as (select * from counted_activity)`;

/** By course: its learners, and those of them who have completed it. */
export const countedFollowers = (tenantId: TenantScope, period: Period): SQL => sql`
  ${lessonsOf(tenantId)}, ${learnersOf(tenantId, period)}, ${doneOf(tenantId)},
  totals as (select course_id, count(*) as lessons from counted group by 1),
  finished as (
    select course_id, person_id from decided join counted using (lesson_id) join totals using (course_id)
    group by course_id, person_id, lessons
    having count(*) filter (where kind = 'completed') = lessons
      or count(*) filter (where kind = 'completed') = count(*) and exists (
        select from progress_event once where once.person_id = decided.person_id and once.tenant_id = ${tenantId}
          and once.item_kind = 'course' and once.item_id = course_id and once.kind = 'finished')
  ),
  followers as (
    select course_id, count(*)::int as learners, (count(*) filter (where finished.person_id is not null))::int as completed
    from learners left join finished using (course_id, person_id) group by 1
  )`;

/** By lesson of `counted`: how many learners of the course have ever reached it, and have completed it. */
export const countedLessons = (tenantId: TenantScope, period: Period): SQL => sql`
  ${learnersOf(tenantId, period)}, ${doneOf(tenantId)},
  reached as (
    select item_id as lesson_id, count(distinct person_id)::int as reached
    from progress_event join learners using (person_id)
    where tenant_id = ${tenantId} and item_kind = 'lesson' and item_id in (select lesson_id from counted)
      and kind in ('started', 'completed', 'position')
    group by 1
  ),
  completed as (
    select lesson_id, count(*)::int as completed from done join learners using (person_id) group by 1
  )`;
