import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../db/transaction.ts';

/** Another number makes all sums anew: increase it when learners add something else. */
export const STATISTICS_VERSION = 3;

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

/** A pause between two events that is longer than this is not time that was spent, minutes. */
export const LONGEST_PAUSE = 30;

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
 * Tables of a statement that fold `event`, rows of the ledger: `placed`, a row for each learner and lesson, and `standing`, one
 * for each learner and course, as `learner_course` keeps it. `rules/progress.ts` folds the same.
 */
export const standingTables: SQL = sql`
  ordered as materialized (
    select person_id, tenant_id, item_id as lesson_id, kind, at, sequence, place,
      max(place) filter (where kind in ('undone', 'reset')) over (partition by person_id, tenant_id, item_id) as undone
    from (
      select *, array[(extract(epoch from at) * 1000000)::bigint, sequence] as place from event where item_kind = 'lesson'
    ) placed_in_time
  ),
  touched as (
    select person_id, tenant_id, lesson_id, bool_or(kind <> 'undone' and kind <> 'reset') as reached,
      min(at) filter (where kind <> 'position') as first_at,
      max(at) filter (where kind <> 'position') as last_at,
      max(at) as seen_at,
      -- Since when it is completed: nothing undoes it afterwards.
      min(at) filter (where kind = 'completed' and (undone is null or place > undone)) as completed_at,
      max(at) filter (where kind in ('undone', 'reset')) as undone_at
    from ordered group by 1, 2, 3
  ),
  placed as materialized (
    select touched.*, completed_at is not null as completed, completed_at is null and undone_at is not null as taken_back, coalesce(lesson.course_id, '') as course_id,
      coalesce(${COUNTS}, false) as counts
    from touched left join lesson using (tenant_id, lesson_id)
  ),
  course_size as (
    select tenant_id, course_id, count(*) as lessons
    from lesson join (select distinct tenant_id, course_id from placed where counts) one using (tenant_id, course_id)
    where ${COUNTS} group by 1, 2
  ),
  finished as (
    select person_id, tenant_id, item_id as course_id, min(at) as finished_at
    from event where item_kind = 'course' and kind = 'finished' group by 1, 2, 3
  ),
  spent as (
    select person_id, tenant_id, course_id, extract(epoch from sum(pause))::int as seconds
    from (
      select person_id, tenant_id, course_id,
        at - lag(at) over (partition by person_id, tenant_id, course_id order by at, sequence) as pause
      from ordered join placed using (person_id, tenant_id, lesson_id) where counts and kind <> 'position'
    ) step where pause <= make_interval(mins => ${LONGEST_PAUSE}) group by 1, 2, 3
  ),
  standing as materialized (
    select person_id, tenant_id, course_id, min(first_at) as started_at,
      case
        when count(*) filter (where completed) = min(lessons)
          or bool_or(completed) and not bool_or(taken_back) and min(finished_at) is not null
        -- A lesson that came later and was completed does not move the day.
        then least(max(completed_at), case when coalesce(max(undone_at), '-infinity') <= min(finished_at) then min(finished_at) end)
      end as completed_at,
      max(seen_at) as last_at,
      coalesce(array_agg(lesson_id order by lesson_id) filter (where reached), '{}') as reached,
      coalesce(array_agg(lesson_id order by lesson_id) filter (where completed), '{}') as done,
      coalesce(min(seconds), 0) as seconds, max(last_at) as active_at
    from placed join course_size using (tenant_id, course_id) left join spent using (person_id, tenant_id, course_id)
      left join finished using (person_id, tenant_id, course_id)
    where counts group by 1, 2, 3 having min(first_at) is not null
  )`;

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
  ${standingTables},
  followed as (
    select person_id, tenant_id, course_id, date_trunc('week', active_at at time zone 'UTC')::date as week,
      completed_at is not null as completed
    from standing
  ),
  added (person_id, tenant_id, what, week, id, count) as materialized (
    select person_id, tenant_id, ${SUM.learners}, week, '', 1 from active
    union all
    select person_id, tenant_id, ${SUM.completions}, week, '', completions::int from active where completions > 0
    union all
    select person_id, tenant_id, ${SUM.course}, week, course_id, 1 from followed
    union all
    select person_id, tenant_id, ${SUM.courseCompleted}, week, course_id, 1
    from followed where completed
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

/** What a learner's row of a course holds. */
const KEPT: SQL = sql`started_at, completed_at, last_at, reached, done, seconds`;

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
  left_courses as (
    delete from learner_course kept where person_id = any(${given}) and not exists (
      select from standing
      where standing.person_id = kept.person_id and standing.tenant_id = kept.tenant_id and standing.course_id = kept.course_id
    )
  ),
  kept_courses as (
    insert into learner_course as kept (person_id, tenant_id, course_id, ${KEPT})
    select person_id, tenant_id, course_id, ${KEPT} from standing
    on conflict (person_id, tenant_id, course_id) do update
      set started_at = excluded.started_at, completed_at = excluded.completed_at, last_at = excluded.last_at,
        reached = excluded.reached, done = excluded.done, seconds = excluded.seconds
    where (kept.started_at, kept.completed_at, kept.last_at, kept.reached, kept.done, kept.seconds) is distinct from
      (excluded.started_at, excluded.completed_at, excluded.last_at, excluded.reached, excluded.done, excluded.seconds)
  ),
  sums as (
    insert into statistic (tenant_id, what, week, id, count)
    select tenant_id, what, week, id, count from difference
    on conflict (tenant_id, what, week, id) do update set count = statistic.count + excluded.count
    returning tenant_id, what, week, id, count
  )
  select tenant_id, what, week, id from sums where count = 0`;
