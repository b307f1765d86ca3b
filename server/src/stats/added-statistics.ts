import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../db/transaction.ts';

/** Another number makes all sums anew: increase it when learners add something else. */
export const STATISTICS_VERSION = 2;

/** What a sum is about: `statistic.what`. */
export const SUM = {
  learners: 'learners',
  completions: 'completions',
  course: 'course',
  courseCompleted: 'course-completed',
  lesson: 'lesson',
  lessonCompleted: 'lesson-completed',
  guide: 'guide',
} as const;

/** Lessons that count: listed, and no modules. */
export const COUNTS: SQL = sql`(lesson.listed and lesson.type <> 'module' and lesson.removed_at is null)`;

/** Removed learners that one statement takes off. */
const MAX_REMOVED = 1_000;

/**
 * Counts some learners anew: all that they add to the statistics is folded from their events, and the sums change by the
 * difference to what they added before. Doing it twice changes nothing, so it does not matter which of their events is
 * new. Learners who were removed are taken off.
 *
 * The caller makes sure that one server does this at a time. Learners are locked, so that none is removed meanwhile.
 */
export async function recountLearners(tx: Transaction, personIds: readonly string[]): Promise<void> {
  const { rows: present } = await tx.execute<{ id: string }>(sql`
    select person_id as id from person where person_id = any(${uuids(personIds)}) order by 1 for key share`);
  const { rows: emptied } = await tx.execute(foldOf(uuids(personIds), uuids(present.map(({ id }) => id))));
  if (emptied.length === 0) return;
  await tx.execute(sql`
    delete from statistic using jsonb_to_recordset(${JSON.stringify(emptied)}::jsonb)
      as emptied (tenant_id text, what text, week date, id text)
    where statistic.tenant_id = emptied.tenant_id and statistic.what = emptied.what and statistic.week = emptied.week
      and statistic.id = emptied.id and count = 0`);
}

const uuids = (ids: readonly string[]): SQL => sql`${`{${ids.join(',')}}`}::uuid[]`;

/**
 * Tables of a statement: `added`, what learners add to the sums by their events, and `learner`, the same as a row for each
 * learner and academy.
 */
const addedTables = (present: SQL): SQL => sql`
  event as materialized (
    select person_id, tenant_id, item_kind, item_id, kind, at, sequence
    from progress_event where person_id = any(${present})
  ),
  -- Of positions in videos only the newest is stored, so they do not show when a learner was active.
  active as (
    select person_id, tenant_id, week, count(*) filter (where completed) as completions
    from (
      select person_id, tenant_id, date_trunc('week', at at time zone 'UTC')::date as week,
        bool_or(kind = 'completed') as completed
      from event where kind <> 'position' and item_kind <> 'course' group by person_id, tenant_id, 3, item_kind, item_id
    ) item group by 1, 2, 3
  ),
  touched as (
    select person_id, tenant_id, item_id as lesson_id, bool_or(kind <> 'undone' and kind <> 'reset') as reached,
      -- The last event that decides it, as the rules fold the ledger.
      (array_agg(kind order by at desc, sequence desc) filter (where kind in ('completed', 'undone', 'reset')))[1]
        is not distinct from 'completed' as completed,
      (array_agg(kind order by at desc, sequence desc) filter (where kind in ('completed', 'undone', 'reset')))[1]
        in ('undone', 'reset') as taken_back,
      max(at) filter (where kind <> 'position') as last_at
    from event where item_kind = 'lesson' group by 1, 2, 3
  ),
  placed as materialized (
    select touched.*, coalesce(lesson.course_id, '') as course_id, coalesce(${COUNTS}, false) as counts
    from touched left join lesson using (tenant_id, lesson_id)
  ),
  followed as materialized (
    select person_id, tenant_id, course_id, date_trunc('week', max(last_at) at time zone 'UTC')::date as week,
      count(*) filter (where completed) as completed, coalesce(bool_or(taken_back), false) as taken_back
    from placed where counts group by 1, 2, 3 having max(last_at) is not null
  ),
  course_size as (
    select tenant_id, course_id, count(*) as lessons
    from lesson join (select distinct tenant_id, course_id from followed) one using (tenant_id, course_id)
    where ${COUNTS} group by 1, 2
  ),
  added (person_id, tenant_id, what, week, id, count) as materialized (
    select person_id, tenant_id, ${SUM.learners}, week, '', 1 from active
    union all
    select person_id, tenant_id, ${SUM.completions}, week, '', completions::int from active where completions > 0
    union all
    select person_id, tenant_id, ${SUM.course}, week, course_id, 1 from followed
    union all
    select person_id, tenant_id, ${SUM.courseCompleted}, week, course_id, 1
    from followed join course_size using (tenant_id, course_id)
    where completed = lessons or completed > 0 and not taken_back and exists (
      select from event where event.person_id = followed.person_id and event.tenant_id = followed.tenant_id
        and item_kind = 'course' and item_id = course_id and kind = 'finished')
    union all
    select person_id, tenant_id, ${SUM.lesson}, week, lesson_id, 1
    from placed join followed using (person_id, tenant_id, course_id) where counts and reached
    union all
    select person_id, tenant_id, ${SUM.lessonCompleted}, week, lesson_id, 1
    from placed join followed using (person_id, tenant_id, course_id) where counts and placed.completed
    union all
    select person_id, tenant_id, ${SUM.guide}, date_trunc('week', max(at) at time zone 'UTC')::date, item_id, 1
    from event where item_kind = 'guide' group by 1, 2, item_id
  ),
  added_by as (
    select person_id, tenant_id, jsonb_agg(jsonb_build_array(what, week, id, count) order by what, week, id) as added
    from added group by 1, 2
  ),
  courses_of as (
    select person_id, tenant_id, array_agg(distinct course_id order by course_id) as courses from placed group by 1, 2
  ),
  learner as materialized (
    select person_id, tenant_id, coalesce(added, '[]') as added, coalesce(courses, '{}') as courses
    from (select distinct person_id, tenant_id from event) one
    left join added_by using (person_id, tenant_id) left join courses_of using (person_id, tenant_id)
  )`;

/** @returns a statement that gives the keys of sums that are zero afterwards */
const foldOf = (given: SQL, present: SQL): SQL => sql`
  with ${addedTables(present)},
  before as materialized (
    select row_id, person_id, tenant_id, added from learner_statistic where person_id = any(${given})
    union all
    (select row_id, person_id, tenant_id, added from learner_statistic where person_id is null
      order by row_id limit ${MAX_REMOVED})
  ),
  difference as (
    select tenant_id, what, week, id, sum(count)::int as count from (
      select tenant_id, what, week, id, count from added
      union all
      select tenant_id, one ->> 0, (one ->> 1)::date, one ->> 2, -(one ->> 3)::int
      from before, jsonb_array_elements(before.added) as one
    ) both_times
    group by 1, 2, 3, 4 having sum(count) <> 0
  ),
  gone as (
    delete from learner_statistic using before
    where learner_statistic.row_id = before.row_id
      and not exists (
        select from learner where learner.person_id = before.person_id and learner.tenant_id = before.tenant_id
      )
  ),
  kept as (
    insert into learner_statistic (person_id, tenant_id, courses, added)
    select person_id, tenant_id, courses, added from learner
    on conflict (person_id, tenant_id) do update set courses = excluded.courses, added = excluded.added
    where (learner_statistic.courses, learner_statistic.added) is distinct from (excluded.courses, excluded.added)
  ),
  sums as (
    insert into statistic (tenant_id, what, week, id, count)
    select tenant_id, what, week, id, count from difference
    on conflict (tenant_id, what, week, id) do update set count = statistic.count + excluded.count
    returning tenant_id, what, week, id, count
  )
  select tenant_id, what, week, id from sums where count = 0`;
