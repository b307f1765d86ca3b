import type { ReportBy } from '@academy/contract/rules/report-columns';
import { type SQL, sql } from 'drizzle-orm';
import { containing } from '../db/containing.ts';
import type { Queries } from '../db/transaction.ts';
import { COUNTS } from '../stats/added-statistics.ts';
import type { ReportScope } from './people-report.store.ts';
import { isGroupInReach, isInReach, isTaughtCourse, membersOf } from './report-reach.ts';
import { type ReportFilters, type SelectedRow, withinDays } from './report-rows.ts';

export type ItemReport = Exclude<ReportBy, 'person'>;

/** Most rows of such a report: more courses, lessons or groups than an academy has. */
const MAX_ROWS = 20_000;

/** The rows of a report about courses, lessons, knowledge checks, labs or groups, all of them, by name. */
export async function itemReport(
  db: Queries,
  by: ItemReport,
  scope: ReportScope,
  filters: ReportFilters,
): Promise<SelectedRow[]> {
  const { rows } = await db.execute<SelectedRow>(sql`${STATEMENTS[by](scope, filters)} limit ${MAX_ROWS}`);
  return rows;
}

const STATEMENTS: Readonly<Record<ItemReport, (scope: ReportScope, filters: ReportFilters) => SQL>> = {
  course: (scope, filters) => sql`
    with ${standingOf(scope, filters)}
    select course_id as id, course_id as "courseId", course.title as "courseTitle", count(*)::int as begun,
      count(completed_at)::int as completed, round(avg(seconds))::int as seconds, max(last_at) as "lastSeenAt"
    from standing
    left join content_item course on course.tenant_id = ${scope.tenantId} and course.kind = 'course' and course.id = course_id
    where ${ofFilters(scope, filters)} and ${containing(filters.q, [sql`course.title`]) ?? sql`true`}
    group by course_id, course.title order by course.title, course_id`,

  lesson: (scope, filters) => sql`
    with ${standingOf(scope, filters)},
    wanted as materialized (select reached, done from standing where ${ofFilters(scope, filters)})
    select lesson_id as id, lesson_id as "itemId", lesson.title as "itemTitle", course_id as "courseId",
      course.title as "courseTitle", coalesce(begun, 0) as begun, coalesce(completed, 0) as completed
    from lesson
    join content_item course on course.tenant_id = lesson.tenant_id and course.kind = 'course' and course.id = course_id
    left join (select unnest(reached) as lesson_id, count(*)::int as begun from wanted group by 1) opened using (lesson_id)
    left join (select unnest(done) as lesson_id, count(*)::int as completed from wanted group by 1) ended using (lesson_id)
    where lesson.tenant_id = ${scope.tenantId} and ${COUNTS} and ${isTaughtOrBegun(scope)}
      and (begun is not null or course.status = 'live' and course.removed_at is null)
      and ${isOfCourse(filters)} and ${containing(filters.q, [sql`lesson.title`]) ?? sql`true`}
    order by course.title, course_id, order_column`,

  check: (scope, filters) => sql`
    with best as materialized (
      select lesson_id, attempt.person_id, count(*) as tries, bool_or(passed) as passed,
        max(score * 100.0 / nullif(total, 0)) as best, max(submitted_at) as last_at
      from knowledge_check_attempt attempt join lesson using (tenant_id, lesson_id)
      where attempt.tenant_id = ${scope.tenantId} and attempt.person_id is not null and submitted_at is not null
        and ${isOfCourse(filters)} and ${ofPeople(filters, sql`attempt.person_id`)}
        and ${isInReach(scope.reach, sql`attempt.person_id`, sql`lesson.course_id`)}
        and ${withinDays(filters, sql`submitted_at`)}
      group by 1, 2
    )
    select lesson_id as id, lesson_id as "itemId", lesson.title as "itemTitle", course_id as "courseId",
      course.title as "courseTitle", count(*)::int as begun, (count(*) filter (where passed))::int as completed,
      sum(tries)::int as attempts, round(avg(best) filter (where ${isInReach(scope.graded, sql`best.person_id`, sql`lesson.course_id`)}))::int as "bestResult", max(last_at) as "lastSeenAt"
    from best join lesson using (lesson_id)
    left join content_item course on course.tenant_id = lesson.tenant_id and course.kind = 'course' and course.id = course_id
    where lesson.tenant_id = ${scope.tenantId} and ${containing(filters.q, [sql`lesson.title`]) ?? sql`true`}
    group by lesson_id, lesson.title, course_id, course.title order by course.title, course_id, lesson.title, lesson_id`,

  lab: (scope, filters) => sql`
    with session as materialized (
      select item_kind, item_id, session.person_id, session.title, started_at, last_seen_at
      from lab_session session left join lesson
        on item_kind = 'lesson' and lesson.tenant_id = session.tenant_id and lesson.lesson_id = item_id
      where session.tenant_id = ${scope.tenantId} and ${filters.course === undefined ? sql`true` : sql`course_id = ${filters.course}`}
        and ${ofPeople(filters, sql`session.person_id`)} and ${isInReach(scope.reach, sql`session.person_id`, sql`course_id`)}
        and ${withinDays(filters, sql`started_at`)} and ${containing(filters.q, [sql`session.title`]) ?? sql`true`}
    )
    select item_kind || ' ' || item_id as id, item_id as "itemId", max(title) as "itemTitle",
      count(distinct person_id)::int as begun, count(*)::int as attempts,
      (extract(epoch from sum(last_seen_at - started_at)) / count(distinct person_id))::int as seconds,
      max(last_seen_at) as "lastSeenAt"
    from session group by item_kind, item_id order by max(title), item_kind, item_id`,

  group: (scope, filters) => sql`
    with listed as materialized (
      select group_id, name from learner_group
      where ${isGroupInReach(scope.reach, scope.tenantId)}
        and ${filters.group === undefined ? sql`true` : sql`(group_id = ${filters.group} or parent_group_id = ${filters.group})`}
        and ${containing(filters.q, [sql`name`]) ?? sql`true`}
    ),
    member as materialized (
      select distinct listed.group_id, person_id from listed join learner_group part
        on part.group_id = listed.group_id or part.parent_group_id = listed.group_id
      join group_member on group_member.group_id = part.group_id
    ),
    ${scope.source.standing(scope.tenantId, sql`person_id in (select person_id from member)`)},
    reached as materialized (
      select person_id, bool_or(completed_at is not null) as completed, max(last_at) as last_at from standing
      where ${isOfCourseRow(filters)} and ${withinDays(filters, sql`last_at`)} group by 1
    )
    select group_id as id, group_id as "groupId", name as "groupName", count(member.person_id)::int as people,
      count(reached.person_id)::int as begun, (count(*) filter (where completed))::int as completed, max(last_at) as "lastSeenAt"
    from listed left join member using (group_id) left join reached on reached.person_id = member.person_id
    group by group_id, name order by lower(name), group_id`,
};

const isOfCourse = ({ course }: ReportFilters): SQL =>
  course === undefined ? sql`true` : sql`lesson.course_id = ${course}`;
const isOfCourseRow = ({ course }: ReportFilters): SQL =>
  course === undefined ? sql`true` : sql`course_id = ${course}`;

const ofPeople = ({ group }: ReportFilters, column: SQL): SQL =>
  group === undefined ? sql`true` : sql`${column} in (${membersOf([group])})`;

const standingOf = ({ source, tenantId }: ReportScope, filters: ReportFilters): SQL =>
  source.standing(tenantId, ofPeople(filters, sql`person_id`));

const ofFilters = ({ reach }: ReportScope, filters: ReportFilters): SQL =>
  sql`${isOfCourseRow(filters)} and ${isInReach(reach, sql`person_id`, sql`course_id`)} and ${withinDays(filters, sql`last_at`)}`;

/** Lessons of courses that are taught are listed without learners too; those of managers once a member has begun them. */
const isTaughtOrBegun = ({ reach }: ReportScope): SQL =>
  sql`(${isTaughtCourse(reach, sql`course_id`)} or begun is not null)`;
