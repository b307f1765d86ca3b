import type { BuiltKnowledgeCheck, BuiltLesson, LabPlace } from '@academy/content/built-item';
import type { Lesson } from '@academy/contract/lessons';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { lessonPart } from '../catalogue/in-readers-language.ts';
import type { LessonRow } from '../courses/courses.store.ts';
import type { Database } from '../db/connect.ts';
import { contentItem, lesson } from '../db/tables.ts';
import type { TenantScope } from '../values/scope.ts';

/** Fields for entitled viewers only. */
export type LessonBody = Pick<
  Lesson,
  'html' | 'headings' | 'video' | 'transcript' | 'links' | 'readingMinutes' | 'hasQuestions'
> & { lab: LabPlace | null };

export function lessonsStore(db: Database) {
  /** Condition: a lesson in this version of its course, with the entitlements that the viewer was checked against. */
  const sameLesson = (tenantId: TenantScope, row: LessonRow, courseVersion: number) =>
    and(
      eq(lesson.tenantId, tenantId),
      eq(lesson.lessonId, row.lessonId),
      eq(lesson.entitlements, [...row.entitlements]),
      ne(lesson.status, 'draft'),
      isNull(lesson.removedAt),
      eq(contentItem.id, row.courseId),
      eq(contentItem.version, courseVersion),
    );
  const itsCourse = and(
    eq(contentItem.tenantId, lesson.tenantId),
    eq(contentItem.kind, 'course'),
    eq(contentItem.id, lesson.courseId),
  );

  return {
    /** Null when a publish has replaced that version. */
    async body(tenantId: TenantScope, row: LessonRow, courseVersion: number): Promise<LessonBody | null> {
      const rows = await db
        .select({ body: lessonPart('body'), hasQuestions: sql<boolean>`${lesson.knowledgeCheck} is not null` })
        .from(lesson)
        .innerJoin(contentItem, itsCourse)
        .where(sameLesson(tenantId, row, courseVersion))
        .limit(1);
      const body = rows[0]?.body as BuiltLesson['body'] | undefined;
      if (body === undefined) return null;
      const hasQuestions = rows[0]?.hasQuestions ?? false;
      const { headings, video, transcript, links, readingMinutes } = body;
      // A lab has no text of its own: the text beside its start button is used.
      const html = body.html ?? body.preview ?? null;
      return { html, headings, video, transcript, links, readingMinutes, hasQuestions, lab: body.lab ?? null };
    },

    /** Where the lesson's lab is, `none` for a lesson without one; null as in `body`. */
    async lab(tenantId: TenantScope, row: LessonRow, courseVersion: number): Promise<LabPlace | 'none' | null> {
      const rows = await db
        .select({ body: lesson.body })
        .from(lesson)
        .innerJoin(contentItem, itsCourse)
        .where(sameLesson(tenantId, row, courseVersion))
        .limit(1);
      const body = rows[0]?.body as BuiltLesson['body'] | undefined;
      return body === undefined ? null : (body.lab ?? 'none');
    },

    /** The lesson's knowledge check with its answers, `none` for a lesson without one; null as in `body`. */
    async knowledgeCheck(
      tenantId: TenantScope,
      row: LessonRow,
      courseVersion: number,
    ): Promise<BuiltKnowledgeCheck | 'none' | null> {
      const rows = await db
        .select({ knowledgeCheck: lessonPart('knowledgeCheck') })
        .from(lesson)
        .innerJoin(contentItem, itsCourse)
        .where(sameLesson(tenantId, row, courseVersion))
        .limit(1);
      const [found] = rows;
      return found === undefined ? null : ((found.knowledgeCheck as BuiltKnowledgeCheck | null) ?? 'none');
    },
  };
}

export type LessonsStore = ReturnType<typeof lessonsStore>;
