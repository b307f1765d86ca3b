import type { EntitlementTag } from '@academy/contract/entities';
import type { Lesson } from '@academy/contract/lessons';
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { lesson } from '../db/tables.ts';
import type { TenantScope } from '../scope.ts';

/** What only an entitled viewer gets. */
export type LessonBody = Pick<Lesson, 'html' | 'headings' | 'video' | 'transcript' | 'links' | 'readingMinutes'>;

export function lessonsStore(db: Database) {
  return {
    /**
     * @param entitlements the list that the viewer was checked against: a publish in between may have changed it, and
     *   then nothing is given
     */
    async body(
      tenantId: TenantScope,
      lessonId: string,
      entitlements: readonly EntitlementTag[],
    ): Promise<LessonBody | null> {
      const rows = await db
        .select({ body: lesson.body })
        .from(lesson)
        .where(
          and(
            eq(lesson.tenantId, tenantId),
            eq(lesson.lessonId, lessonId),
            eq(lesson.entitlements, [...entitlements]),
            ne(lesson.status, 'draft'),
            isNull(lesson.removedAt),
          ),
        )
        .limit(1);
      const body = rows[0]?.body as (LessonBody & { preview?: string | null }) | undefined;
      if (body === undefined) return null;
      const { headings, video, transcript, links, readingMinutes } = body;
      // A lab has no text of its own; what stands beside its start button is its text.
      const html = body.html ?? body.preview ?? null;
      return { html, headings, video, transcript, links, readingMinutes };
    },
  };
}

export type LessonsStore = ReturnType<typeof lessonsStore>;
