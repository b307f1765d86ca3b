import { FOLLOWED_DAYS } from '@academy/contract/notifications';
import { type SQL, sql } from 'drizzle-orm';

interface Following {
  personId: SQL;
  tenantId: SQL;
  courseId: SQL;
  /** The moment from which days are counted back. */
  at: Date;
}

/** Condition: the learner follows the course, because it is a favorite or they did something in it lately. */
export const isFollowed = ({ personId, tenantId, courseId, at }: Following): SQL => sql`(
  exists (
    select from favorite
    where favorite.person_id = ${personId} and favorite.tenant_id = ${tenantId} and favorite.kind = 'course'
      and favorite.id = ${courseId})
  or exists (
    select from lesson own
    join progress_event event on event.person_id = ${personId} and event.tenant_id = own.tenant_id
      and event.item_kind = 'lesson' and event.item_id = own.lesson_id
    where own.tenant_id = ${tenantId} and own.course_id = ${courseId}
      and event.at > ${at}::timestamptz - ${`${FOLLOWED_DAYS} days`}::interval))`;
