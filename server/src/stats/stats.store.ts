import type { Stats } from '@academy/contract/stats';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { type Queries, snapshot } from '../db/transaction.ts';
import type { TenantScope } from '../values/scope.ts';
import { countedActivity, countedFollowers, countedLessons, lessonsOf } from './activity-queries.ts';
import { STATISTICS_VERSION } from './added-statistics.ts';
import { type Kept, keptActivity, keptFollowers, keptLessons } from './kept-queries.ts';
import type { Period } from './parts-of-period.ts';
import { answersIn, isWrongChoice, optionWords } from './question-queries.ts';

/** Most entries of each list. */
const MAX = { courses: 50, questions: 10, wrongAnswers: 3, ratings: 20, publishing: 10, pages: 10 };
/** Questions asked less often are left out: their numbers say little. */
const ASKED_ENOUGH = 5;

/** Longest statement, ms */
const MAX_MS = 600_000;

export function statsStore(db: Database) {
  return {
    /**
     * All statistics of a period are read in one snapshot, by one connection, however long that takes. What learners did
     * comes from the sums where they are kept.
     *
     * @param read also gets until when events are counted; null: all
     */
    together<T>(read: (statistics: StatsQueries, countedUntil: Date | null) => Promise<T>): Promise<T> {
      return snapshot(
        db,
        async (queries) => {
          // With less memory PostgreSQL sorts in files.
          await queries.execute(sql`set local work_mem = '64MB'`);
          const kept = await readKept(queries);
          return read(statsQueries(queries, kept), kept?.until ?? null);
        },
        MAX_MS,
      );
    },
  };
}

/** @returns null where no sums are kept, so that the ledger has to be counted */
async function readKept(queries: Queries): Promise<Kept | null> {
  const { rows } = await queries.execute<Record<keyof Kept, string>>(sql`
    select read_until as until, now() as now from statistic_progress
    where complete_at is not null and version = ${STATISTICS_VERSION}`);
  return rows[0] === undefined ? null : { until: new Date(rows[0].until), now: new Date(rows[0].now) };
}

export type StatsStore = ReturnType<typeof statsStore>;

/** The statistics of an academy, each by one query. */
function statsQueries(db: Queries, kept: Kept | null) {
  const rows = async <Row extends Record<string, unknown>>(query: SQL): Promise<Row[]> =>
    (await db.execute(query)).rows as unknown as Row[];

  return {
    async weeks(tenantId: TenantScope, period: Period): Promise<Stats['weeks']> {
      const { from, until } = period;
      const labsOfWeek = sql`
        select count(*)::int from lab_session
        where tenant_id = ${tenantId} and started_at >= ${from} and started_at < ${until}
          and started_at >= week at time zone 'UTC' and started_at < (week + interval '1 week') at time zone 'UTC'`;
      const activity = kept === null ? countedActivity(tenantId, period) : keptActivity(tenantId, period, kept);
      return rows(sql`
        with weeks as (
          select generate_series(
            date_trunc('week', ${from}::timestamptz at time zone 'UTC'),
            ${until}::timestamptz at time zone 'UTC' - interval '1 second',
            interval '1 week'
          ) as week
        ),
        ${activity},
        -- Each from an index alone: most sessions did not fail.
        labs as (
          select week, (${labsOfWeek}) as sessions, (${labsOfWeek} and end_reason = 'failed') as failures from weeks
        ),
        viewed as (
          select date_trunc('week', day::timestamp) as week, sum(views)::int as views
          from page_view where tenant_id = ${tenantId} and ${daysOf(period)} group by 1
        )
        select to_char(week, 'YYYY-MM-DD') as week, coalesce(learners, 0) as learners,
          coalesce(completions, 0) as completions, sessions as "labSessions", failures as "labFailures",
          coalesce(views, 0) as views
        from weeks join labs using (week) left join activity using (week) left join viewed using (week) order by week`);
    },

    async courses(tenantId: TenantScope, period: Period): Promise<Stats['courses']> {
      const followers = kept === null ? countedFollowers(tenantId, period) : keptFollowers(tenantId, period, kept);
      return rows(sql`
        with ${followers}
        select course_id as "courseId", title, slug, learners, completed
        from followers
        join content_item course
          on course.tenant_id = ${tenantId} and course.kind = 'course' and course.id = course_id
        order by learners desc, title limit ${MAX.courses}`);
    },

    /** Lessons of a course in its order; null for an unknown course. */
    async dropOff(tenantId: TenantScope, period: Period, courseId: string): Promise<Stats['dropOff']> {
      const [course] = await rows<{ title: string }>(sql`
        select title from content_item where tenant_id = ${tenantId} and kind = 'course' and id = ${courseId}`);
      if (course === undefined) return null;
      const ofLessons =
        kept === null ? countedLessons(tenantId, period) : keptLessons(tenantId, period, kept, courseId);
      const lessons = await rows<NonNullable<Stats['dropOff']>['lessons'][number]>(sql`
        with ${lessonsOf(tenantId, courseId)}, ${ofLessons}
        select lesson_id as "lessonId", title, slug, coalesce(reached, 0) as reached,
          coalesce(completed, 0) as completed
        from counted left join reached using (lesson_id) left join completed using (lesson_id)
        order by order_column`);
      return { courseId, title: course.title, lessons };
    },

    async pages(tenantId: TenantScope, period: Period): Promise<Stats['pages']> {
      return rows(sql`
        with most as (
          select kind, item_id as id, sum(views)::int as views from page_view
          where tenant_id = ${tenantId} and ${daysOf(period)}
          group by 1, 2 order by views desc, kind, id limit ${MAX.pages}
        )
        select kind, id, views, case kind
            when 'lesson' then (select title from lesson where tenant_id = ${tenantId} and lesson_id = most.id)
            else (
              select title from content_item item
              where tenant_id = ${tenantId} and item.kind = most.kind and item.id = most.id
            )
          end as title
        from most order by views desc, kind, id`);
    },

    async questions(tenantId: TenantScope, period: Period): Promise<Stats['questions']> {
      return rows(sql`
        with ${answersIn(tenantId, period)},
        questions as (
          select lesson_id, question_key, sum(asked)::int as asked, sum(wrong)::int as wrong from (
            select lesson_id, question_key, asked, wrong from summed
            union all
            select lesson_id, question_key, 1, wrong::int from marked
          ) part group by 1, 2
        ),
        hardest as materialized (
          select * from questions where wrong > 0
          order by asked >= ${ASKED_ENOUGH} desc, wrong::float8 / asked desc, asked desc, question_key
          limit ${MAX.questions}
        ),
        -- Answers that are in no sum yet may have other questions and options.
        worded as materialized (
          select lesson_id, question_key, question, asked_question.options
          from hardest join asked_question using (lesson_id, question_key) where tenant_id = ${tenantId}
          union all
          select lesson_id, question_key, min(question), ${optionWords}
          from hardest join marked using (lesson_id, question_key)
            left join lateral jsonb_array_elements(options) as option on true
          group by 1, 2
        ),
        wrong_answers as (
          select lesson_id, question_key, option_key, sum(chosen)::int as chosen from (
            select lesson_id, question_key, key as option_key, value::int as chosen
            from hardest join summed using (lesson_id, question_key), jsonb_each_text(chosen)
            union all
            select lesson_id, question_key, option ->> 'optionKey', 1
            from hardest join marked using (lesson_id, question_key), jsonb_array_elements(options) as option
            where ${isWrongChoice}
          ) part group by 1, 2, 3
        )
        select hardest.lesson_id as "lessonId", coalesce(lesson.title, hardest.lesson_id) as "lessonTitle",
          course.slug as "courseSlug", lesson.slug as "lessonSlug", question_key as "questionKey", words.question, asked, wrong,
          coalesce((
            select json_agg(json_build_object('optionKey', option_key, 'html', words.options ->> option_key, 'chosen', chosen))
            from (
              select * from wrong_answers
              where wrong_answers.lesson_id = hardest.lesson_id and wrong_answers.question_key = hardest.question_key
              order by chosen desc, option_key limit ${MAX.wrongAnswers}
            ) as max
          ), '[]') as "wrongAnswers"
        from hardest
        cross join lateral (
          select min(question) as question, jsonb_object_agg(key, value) filter (where key is not null) as options
          from worded left join lateral jsonb_each(options) on true
          where worded.lesson_id = hardest.lesson_id and worded.question_key = hardest.question_key
        ) as words
        left join lesson on lesson.tenant_id = ${tenantId} and lesson.lesson_id = hardest.lesson_id
          and lesson.removed_at is null
        left join content_item course on course.tenant_id = ${tenantId} and course.kind = 'course'
          and course.id = lesson.course_id and course.removed_at is null
        order by asked >= ${ASKED_ENOUGH} desc, wrong::float8 / asked desc, asked desc, question_key`);
    },

    async ratings(tenantId: TenantScope, { from, until }: Period): Promise<Stats['ratings']> {
      return rows(sql`
        with rated as (
          select feedbackable_type as type, feedbackable_id as id, count(*) as ratings,
            array[
              (count(*) filter (where rating = 1))::int, (count(*) filter (where rating = 2))::int,
              (count(*) filter (where rating = 3))::int, (count(*) filter (where rating = 4))::int,
              (count(*) filter (where rating = 5))::int
            ] as stars
          from feedback
          where tenant_id = ${tenantId} and rating is not null and created_at >= ${from} and created_at < ${until}
          group by 1, 2
        )
        select type, rated.id, stars, case type
            when 'course' then (
              select title from content_item where tenant_id = ${tenantId} and kind = 'course' and content_item.id = rated.id
            )
            when 'lesson' then (select title from lesson where tenant_id = ${tenantId} and lesson_id = rated.id)
          end as title
        from rated order by type = '' desc, ratings desc, rated.id limit ${MAX.ratings}`);
    },

    async publishing(tenantId: TenantScope, { from, until }: Period): Promise<Stats['publishing']> {
      const found = await rows<Omit<Stats['publishing'][number], 'at'> & { at: Date }>(sql`
        select version.published_at as at, version.kind, version.id, coalesce(item.title, version.id) as title,
          version.version, coalesce(nullif(concat_ws(' ', person.first_name, person.last_name), ''), version.token_name) as by,
          version.rollback_of as "rollbackOf"
        from content_version version
        left join content_item item using (tenant_id, kind, id)
        left join person on person.person_id = version.published_by
        where tenant_id = ${tenantId} and version.published_at >= ${from} and version.published_at < ${until}
        order by version.published_at desc, version.kind, version.id limit ${MAX.publishing}`);
      return found.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
    },

    async openAlerts(tenantId: TenantScope): Promise<number> {
      const [row] = await rows<{ count: number }>(sql`
        select count(*)::int as count from alert
        where tenant_id = ${tenantId} and coalesce(starts_at <= now(), true) and coalesce(ends_at > now(), true)`);
      return row?.count ?? 0;
    },
  };
}

type StatsQueries = ReturnType<typeof statsQueries>;

/** Whole days of the period, UTC. */
const daysOf = ({ from, until }: Period): SQL => sql`
  day >= (${from}::timestamptz at time zone 'UTC')::date and day < (${until}::timestamptz at time zone 'UTC')::date`;
