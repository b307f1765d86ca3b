import type { EntitlementTag } from '@academy/contract/entities';
import { sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { isFollowing } from './followed.ts';

/** A lesson that was added to a course. */
export interface NewLesson {
  lessonId: string;
  slug: string;
  title: string;
  entitlements: EntitlementTag[];
  courseId: string;
  courseSlug: string;
  courseTitle: string;
}

interface Window {
  personId: string;
  tenantId: string;
  after: Date;
  until: Date;
}

export function newsStore(db: Database) {
  return {
    /** Listed lessons that were added to live courses which the learner follows, in the order of the catalogue. */
    async newLessons({ personId, tenantId, after, until }: Window): Promise<NewLesson[]> {
      const isFollower = isFollowing({
        personId: sql`${personId}`,
        tenantId: sql`${tenantId}`,
        isCourse: (id) => sql`${id} = course.id`,
        at: until,
      });
      const { rows } = await db.execute<NewLesson & Record<string, unknown>>(sql`
        select lesson.lesson_id as "lessonId", lesson.slug, lesson.title, lesson.entitlements,
          course.id as "courseId", course.slug as "courseSlug", course.title as "courseTitle"
        from lesson
        join content_item course on course.tenant_id = lesson.tenant_id and course.kind = 'course'
          and course.id = lesson.course_id
        where lesson.tenant_id = ${tenantId} and first_listed_at > ${after} and first_listed_at <= ${until}
          and listed and type <> 'module' and lesson.removed_at is null
          and course.status = 'live' and course.removed_at is null
          and ${isFollower}
        order by course.sort_order, course.title, course.id, order_column`);
      return rows;
    },

    /** What the learner completed in a period: ids by kind. Whether it still counts, the ledger says. */
    async completed({ personId, tenantId, after, until }: Window): Promise<{ lessons: string[]; guides: string[] }> {
      const { rows } = await db.execute<{ itemKind: string; itemId: string }>(sql`
        select distinct item_kind as "itemKind", item_id as "itemId" from progress_event
        where person_id = ${personId} and tenant_id = ${tenantId} and kind = 'completed'
          and at > ${after} and at <= ${until}`);
      const of = (kind: string) => rows.filter(({ itemKind }) => itemKind === kind).map(({ itemId }) => itemId);
      return { lessons: of('lesson'), guides: of('guide') };
    },
  };
}

export type NewsStore = ReturnType<typeof newsStore>;
