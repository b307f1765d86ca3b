import { MEMBERSHIP_NOTIFICATION_DAYS } from '@academy/contract/notifications';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { isFollowing } from './followed.ts';
import type { ChoiceRow } from './notifications.store.ts';

/** Older lessons are not notified any more: a learner without mail for so long has found them. */
const OLDEST_NEWS = '14 days';

/** A choice that is due, with the moment up to which there is news. */
export interface DueChoice {
  choice: ChoiceRow;
  until: Date;
}

/**
 * Choices for which there may be something to send. Each query uses an index of the choices that are on, and reads no
 * others.
 */
export function dueChoices(db: Database) {
  async function found(query: SQL): Promise<DueChoice[]> {
    const { rows } = await db.execute<Row>(query);
    return rows.map(({ until, lookedUntil, dueAt, chosenAt, ...rest }) => ({
      choice: { ...rest, lookedUntil: new Date(lookedUntil), dueAt: new Date(dueAt), chosenAt: new Date(chosenAt) },
      until: new Date(until),
    }));
  }

  return {
    /** Skips, many at once, learners who follow none of the courses with new lessons. */
    async passOverNewContent(now: Date, pauseMs: number, max: number): Promise<void> {
      const isFollower = isFollowing({
        personId: sql`waiting.person_id`,
        tenantId: sql`waiting.tenant_id`,
        isCourse: (id) => sql`(waiting.tenant_id, ${id}) in (select tenant_id, course_id from fresh)`,
        at: now,
      });
      await db.execute(sql`
        with news as (${newsOf(now, pauseMs)}),
        fresh as materialized (
          select distinct tenant_id, course_id from lesson join news using (tenant_id)
          where first_listed_at > ${now}::timestamptz - ${OLDEST_NEWS}::interval
        ),
        waiting as (
          select person_id, tenant_id, newest
          from news join notice_choice using (tenant_id)
          where kind = 'new-content' and is_on and looked_until < newest and due_at <= ${now}
          limit ${max}
          for update of notice_choice skip locked
        )
        update notice_choice set looked_until = newest
        from waiting
        where notice_choice.person_id = waiting.person_id and notice_choice.tenant_id = waiting.tenant_id
          and kind = 'new-content'
          and not ${isFollower}`);
    },

    /**
     * Choices with new lessons since they were last evaluated, in academies whose authors have paused.
     *
     * @param pauseMs time without new lessons, so that lessons published together are sent in one mail
     */
    newContent: (now: Date, pauseMs: number, max: number) =>
      found(sql`
        with news as (${newsOf(now, pauseMs)})
        select ${COLUMNS}, newest as until
        from news join notice_choice using (tenant_id)
        where kind = 'new-content' and is_on and looked_until < newest and due_at <= ${now}
        order by due_at limit ${max}`),

    /** Learners whose membership ends soon, and who were not notified. */
    membershipEnd: (now: Date, max: number) =>
      found(sql`
        select ${COLUMNS}, pro_ends_at as until
        from notice_choice join person using (person_id)
        where kind = 'membership-end' and is_on and due_at <= ${now}
          and pro_starts_at <= ${now} and pro_ends_at > ${now}
          and pro_ends_at <= ${now}::timestamptz + ${`${MEMBERSHIP_NOTIFICATION_DAYS} days`}::interval
          and not exists (
            select from notice
            where notice.person_id = person.person_id and notice.kind = 'membership-end'
              and notice.subject = floor(extract(epoch from pro_ends_at) * 1000)::bigint::text)
        order by due_at limit ${max}`),

    /** Choices that are evaluated once a day. */
    daily: (kind: string, now: Date, max: number) =>
      found(sql`
        select ${COLUMNS}, ${now}::timestamptz as until
        from notice_choice
        where kind = ${kind} and is_on and due_at <= ${now}
        order by due_at limit ${max}`),

    /** Learners whose week is over. */
    weeklyDigest: (now: Date, max: number) =>
      found(sql`
        select ${COLUMNS}, ${now}::timestamptz as until
        from notice_choice
        where kind = 'weekly-digest' and is_on and due_at <= ${now}
        order by due_at limit ${max}`),
  };
}

/** When the newest lesson was added to each academy whose authors have paused. */
const newsOf = (now: Date, pauseMs: number): SQL => sql`
  select tenant_id, max(first_listed_at) as newest from lesson
  where first_listed_at > ${now}::timestamptz - ${OLDEST_NEWS}::interval and first_listed_at <= ${now}::timestamptz
  group by tenant_id
  having max(first_listed_at) <= ${now}::timestamptz - ${`${pauseMs} milliseconds`}::interval`;

export type DueChoices = ReturnType<typeof dueChoices>;

interface Row extends Record<string, unknown>, Omit<ChoiceRow, 'lookedUntil' | 'dueAt' | 'chosenAt'> {
  lookedUntil: string;
  dueAt: string;
  chosenAt: string;
  until: string;
}

const COLUMNS = sql`person_id as "personId", tenant_id as "tenantId", kind, is_on as "isOn", token,
  chosen_at as "chosenAt", looked_until as "lookedUntil", due_at as "dueAt"`;
