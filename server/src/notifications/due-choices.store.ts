import { MEMBERSHIP_NOTICE_DAYS } from '@academy/contract/notifications';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { isFollowed } from './followed.ts';
import type { ChoiceRow } from './notifications.store.ts';

/** News that are older are not told any more: who was told nothing for so long has found them. */
const OLDEST_NEWS = '14 days';

/** A choice that is to be looked at, with the moment up to which there is news. */
export interface DueChoice {
  choice: ChoiceRow;
  until: Date;
}

/**
 * Whom there may be something to tell. Each question goes along an index of what is switched on, and reads nobody who has
 * switched nothing on.
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
    /** Passes over those, many at once, who follow none of the courses that have anything new. */
    async passOverNewContent(now: Date, pauseMs: number, most: number): Promise<void> {
      const isFollower = isFollowed({
        personId: sql`waiting.person_id`,
        tenantId: sql`waiting.tenant_id`,
        courseId: sql`fresh.course_id`,
        at: now,
      });
      await db.execute(sql`
        with news as (${newsOf(now, pauseMs)}),
        fresh as (
          select distinct tenant_id, course_id from lesson join news using (tenant_id)
          where first_listed_at > ${now}::timestamptz - ${OLDEST_NEWS}::interval
        ),
        waiting as (
          select person_id, tenant_id, newest
          from news join notice_choice using (tenant_id)
          where kind = 'new-content' and is_on and looked_until < newest and due_at <= ${now}
          limit ${most}
          for update of notice_choice skip locked
        )
        update notice_choice set looked_until = newest
        from waiting
        where notice_choice.person_id = waiting.person_id and notice_choice.tenant_id = waiting.tenant_id
          and kind = 'new-content'
          and not exists (select from fresh where fresh.tenant_id = waiting.tenant_id and ${isFollower})`);
    },

    /**
     * Where lessons came since somebody was looked at last, in academies whose authors have paused.
     *
     * @param pauseMs without new lessons, so that what is published together is told together
     */
    newContent: (now: Date, pauseMs: number, most: number) =>
      found(sql`
        with news as (${newsOf(now, pauseMs)})
        select ${COLUMNS}, newest as until
        from news join notice_choice using (tenant_id)
        where kind = 'new-content' and is_on and looked_until < newest and due_at <= ${now}
        order by due_at limit ${most}`),

    /** Whose membership ends soon, and was not told. */
    membershipEnd: (now: Date, most: number) =>
      found(sql`
        select ${COLUMNS}, pro_ends_at as until
        from notice_choice join person using (person_id)
        where kind = 'membership-end' and is_on and due_at <= ${now}
          and pro_starts_at <= ${now} and pro_ends_at > ${now}
          and pro_ends_at <= ${now}::timestamptz + ${`${MEMBERSHIP_NOTICE_DAYS} days`}::interval
          and not exists (
            select from notice
            where notice.person_id = person.person_id and notice.kind = 'membership-end'
              and notice.subject = floor(extract(epoch from pro_ends_at) * 1000)::bigint::text)
        order by due_at limit ${most}`),

    /** Whose week is over. */
    weeklyDigest: (now: Date, most: number) =>
      found(sql`
        select ${COLUMNS}, ${now}::timestamptz as until
        from notice_choice
        where kind = 'weekly-digest' and is_on and due_at <= ${now}
        order by due_at limit ${most}`),
  };
}

/** When the newest lesson came into each academy whose authors have paused. */
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
