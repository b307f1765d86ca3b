import type { Finding } from '@academy/contract/findings';
import type { ContentKind } from '@academy/contract/publishing';
import { and, eq, isNull, ne, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { asset, contentItem, lesson } from '../db/tables.ts';
import type { Transaction } from '../db/transaction.ts';
import type { TenantScope } from '../scope.ts';

export interface ItemRow {
  slug: string;
  sourceHash: string;
  version: number;
  findings: Finding[];
  removedAt: Date | null;
}

export type NewItem = Omit<typeof contentItem.$inferInsert, 'tenantId' | 'kind' | 'id' | 'removedAt' | 'publishedAt'>;
export type NewLesson = Omit<typeof lesson.$inferInsert, 'tenantId' | 'courseId' | 'removedAt'>;
export type NewAsset = typeof asset.$inferInsert;

/** Any number that nobody else uses. */
const PUBLISHING_LOCK = 7_203_114_002;

/** Rows of one insert statement: PostgreSQL takes 65,535 parameters at most. */
const BATCH = 500;

/** Writes of one publish. All take the publishing transaction. */
export function publishingStore(db: Database) {
  return {
    transaction: <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => db.transaction(work),

    /** Writing takes turns: slugs, lesson ids and files are shared between items. Checking and rendering do not. */
    async lockPublishing(tx: Transaction): Promise<void> {
      await tx.execute(sql`select pg_advisory_xact_lock(${PUBLISHING_LOCK})`);
    },

    async item(
      tx: Transaction | Database,
      tenantId: TenantScope,
      kind: ContentKind,
      id: string,
    ): Promise<ItemRow | null> {
      const rows = await tx
        .select({
          slug: contentItem.slug,
          sourceHash: contentItem.sourceHash,
          version: contentItem.version,
          findings: contentItem.findings,
          removedAt: contentItem.removedAt,
        })
        .from(contentItem)
        .where(and(eq(contentItem.tenantId, tenantId), eq(contentItem.kind, kind), eq(contentItem.id, id)))
        .limit(1);
      return (rows[0] as ItemRow | undefined) ?? null;
    },

    /** Another item of the kind that already uses the slug: its id. */
    async slugTaken(
      tx: Transaction | Database,
      tenantId: TenantScope,
      kind: ContentKind,
      slug: string,
      id: string,
    ): Promise<string | null> {
      const rows = await tx
        .select({ id: contentItem.id })
        .from(contentItem)
        .where(
          and(
            eq(contentItem.tenantId, tenantId),
            eq(contentItem.kind, kind),
            eq(contentItem.slug, slug),
            ne(contentItem.id, id),
            isNull(contentItem.removedAt),
          ),
        )
        .limit(1);
      return rows[0]?.id ?? null;
    },

    /** Lessons with these ids that belong to another course and are still part of it. */
    async lessonsElsewhere(
      tx: Transaction | Database,
      tenantId: TenantScope,
      courseId: string,
      lessonIds: string[],
    ): Promise<{ lessonId: string; courseId: string }[]> {
      if (lessonIds.length === 0) return [];
      return tx
        .select({ lessonId: lesson.lessonId, courseId: lesson.courseId })
        .from(lesson)
        .where(
          and(
            eq(lesson.tenantId, tenantId),
            ne(lesson.courseId, courseId),
            isNull(lesson.removedAt),
            sql`${lesson.lessonId} = any(${sql.param(lessonIds)}::text[])`,
          ),
        );
    },

    async writeItem(
      tx: Transaction,
      tenantId: TenantScope,
      kind: ContentKind,
      id: string,
      item: NewItem,
    ): Promise<void> {
      const values = { ...item, removedAt: null, publishedAt: new Date() };
      await tx
        .insert(contentItem)
        .values({ tenantId, kind, id, ...values })
        .onConflictDoUpdate({ target: [contentItem.tenantId, contentItem.kind, contentItem.id], set: values });
    },

    /** Replaces the lessons of a course; those that are gone are hidden, so that progress on them is kept. */
    async writeLessons(tx: Transaction, tenantId: TenantScope, courseId: string, lessons: NewLesson[]): Promise<void> {
      const kept = lessons.map((one) => one.lessonId);
      await tx
        .update(lesson)
        .set({ removedAt: new Date() })
        .where(
          and(
            eq(lesson.tenantId, tenantId),
            eq(lesson.courseId, courseId),
            isNull(lesson.removedAt),
            kept.length === 0 ? undefined : notInArray(lesson.lessonId, kept),
          ),
        );
      // Two lessons may have exchanged their slugs: free them all before any is written.
      await tx
        .update(lesson)
        .set({ slug: sql`${lesson.slug} || ' ' || ${lesson.lessonId}` })
        .where(and(eq(lesson.tenantId, tenantId), eq(lesson.courseId, courseId), isNull(lesson.removedAt)));
      for (let at = 0; at < lessons.length; at += BATCH) {
        const rows = lessons.slice(at, at + BATCH).map((one) => ({ tenantId, courseId, removedAt: null, ...one }));
        await tx
          .insert(lesson)
          .values(rows)
          .onConflictDoUpdate({
            target: [lesson.tenantId, lesson.lessonId],
            set: {
              courseId: sql`excluded.course_id`,
              slug: sql`excluded.slug`,
              type: sql`excluded.type`,
              title: sql`excluded.title`,
              status: sql`excluded.status`,
              orderColumn: sql`excluded.order_column`,
              parentId: sql`excluded.parent_id`,
              listed: sql`excluded.listed`,
              entitlements: sql`excluded.entitlements`,
              data: sql`excluded.data`,
              body: sql`excluded.body`,
              removedAt: sql`null`,
            },
          });
      }
    },

    /** Files are stored once per content hash, so a known one is left as it is. */
    async writeAssets(tx: Transaction, assets: NewAsset[]): Promise<void> {
      for (const one of assets) await tx.insert(asset).values(one).onConflictDoNothing();
    },

    async removeItem(tx: Transaction, tenantId: TenantScope, kind: ContentKind, id: string): Promise<boolean> {
      const removed = await tx
        .update(contentItem)
        .set({ removedAt: new Date() })
        .where(
          and(
            eq(contentItem.tenantId, tenantId),
            eq(contentItem.kind, kind),
            eq(contentItem.id, id),
            isNull(contentItem.removedAt),
          ),
        )
        .returning({ id: contentItem.id });
      if (kind === 'course')
        await tx
          .update(lesson)
          .set({ removedAt: new Date() })
          .where(and(eq(lesson.tenantId, tenantId), eq(lesson.courseId, id), isNull(lesson.removedAt)));
      return removed.length > 0;
    },
  };
}

export type PublishingStore = ReturnType<typeof publishingStore>;
