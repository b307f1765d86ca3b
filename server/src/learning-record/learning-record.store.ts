import { sql } from 'drizzle-orm';
import type { Queries } from '../db/transaction.ts';
import { COUNTS, standingTables } from '../stats/added-statistics.ts';
import type { PersonId, TenantScope } from '../values/scope.ts';

type CourseRow = {
  courseId: string;
  title: string | null;
  beganAt: string;
  completedAt: string | null;
  lessonsDone: number;
  lessons: number;
  seconds: number;
  lastSeenAt: string;
};
type CheckRow = {
  lessonId: string;
  title: string | null;
  course: string | null;
  attempts: number;
  bestResult: number | null;
  passed: boolean;
  lastAt: string;
};
type CertificateRow = { certificateId: string; title: string; issuedAt: string; isRevoked: boolean };

/** What one person has done in an academy, counted from the ledger. */
export async function readRecord(db: Queries, personId: PersonId, tenantId: TenantScope) {
  const [courses, checks, certificates] = await Promise.all([
    db.execute<CourseRow>(sql`
      with event as materialized (
        select person_id, tenant_id, item_kind, item_id, kind, at, sequence
        from progress_event where person_id = ${personId} and tenant_id = ${tenantId} and item_kind in ('lesson', 'course')
      ),
      ${standingTables}
      select course_id as "courseId", course.title, started_at as "beganAt", completed_at as "completedAt",
        cardinality(done) as "lessonsDone", seconds, last_at as "lastSeenAt",
        case when completed_at is null
          then (select count(*)::int from lesson where lesson.tenant_id = ${tenantId} and lesson.course_id = standing.course_id and ${COUNTS})
          else cardinality(done) end as lessons
      from standing
      left join content_item course on course.tenant_id = ${tenantId} and course.kind = 'course' and course.id = course_id
      order by last_at desc, course_id`),
    db.execute<CheckRow>(sql`
      select attempt.lesson_id as "lessonId", lesson.title, course.title as course, count(*)::int as attempts,
        round(max(score * 100.0 / nullif(total, 0)))::int as "bestResult", bool_or(passed) as passed, max(submitted_at) as "lastAt"
      from knowledge_check_attempt attempt
      left join lesson on lesson.tenant_id = ${tenantId} and lesson.lesson_id = attempt.lesson_id
      left join content_item course on course.tenant_id = ${tenantId} and course.kind = 'course' and course.id = lesson.course_id
      where attempt.person_id = ${personId} and attempt.tenant_id = ${tenantId} and submitted_at is not null
      group by 1, 2, 3 order by max(submitted_at) desc, 1`),
    db.execute<CertificateRow>(sql`
      select certificate_id as "certificateId", title, issued_at as "issuedAt", revoked_at is not null as "isRevoked"
      from certificate where person_id = ${personId} and tenant_id = ${tenantId} order by issued_at desc, certificate_id`),
  ]);
  return { courses: courses.rows, checks: checks.rows, certificates: certificates.rows };
}
