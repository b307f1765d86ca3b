import { FOLLOWED_DAYS } from '@academy/contract/notifications';
import { type SQL, sql } from 'drizzle-orm';

interface Following {
  personId: SQL;
  tenantId: SQL;
  /** Condition: the id is that of a course in question. */
  isCourse(id: SQL): SQL;
  /** The moment from which days are counted back. */
  at: Date;
}

/**
 * Condition: the learner follows one of the courses, because it is a favorite or they did something in it lately. It is
 * told from what the learner has, so that it costs the same whether one course is in question or hundreds.
 */
export const isFollowing = ({ personId, tenantId, isCourse, at }: Following): SQL => sql`(
  exists (
    select from favorite
    where favorite.person_id = ${personId} and favorite.tenant_id = ${tenantId} and favorite.kind = 'course'
      and ${isCourse(sql`favorite.id`)})
  or exists (
    select from progress_event event
    join lesson own on own.tenant_id = event.tenant_id and own.lesson_id = event.item_id
    where event.person_id = ${personId} and event.tenant_id = ${tenantId} and event.item_kind = 'lesson'
      and event.at > ${at}::timestamptz - ${`${FOLLOWED_DAYS} days`}::interval
      and ${isCourse(sql`own.course_id`)}))`;
