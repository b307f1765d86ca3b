import { and, asc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { contentItem, lesson } from '../db/tables.ts';
import { snapshot } from '../db/transaction.ts';
import type { TenantScope } from '../values/scope.ts';

/** Kinds of items that have a page of their own. */
const KINDS = ['course', 'guide', 'path', 'instructor', 'page'] as const;

export interface ListedItem {
  kind: (typeof KINDS)[number];
  slug: string;
  /** When its present version was published. */
  publishedAt: Date;
}

export interface ListedLesson {
  courseSlug: string;
  slug: string;
  /** Of the course's present version. */
  publishedAt: Date;
}

export function sitemapStore(db: Database) {
  const isLive = (tenantId: TenantScope) =>
    and(eq(contentItem.tenantId, tenantId), eq(contentItem.status, 'live'), isNull(contentItem.removedAt));

  return {
    /** Public content: live items without redirecting pages, and the lessons that are open to visitors. */
    async listed(tenantId: TenantScope): Promise<{ items: ListedItem[]; lessons: ListedLesson[] }> {
      return snapshot(db, async (tx) => {
        const items = await tx
          .select({ kind: contentItem.kind, slug: contentItem.slug, publishedAt: contentItem.publishedAt })
          .from(contentItem)
          .where(
            and(
              isLive(tenantId),
              inArray(contentItem.kind, [...KINDS]),
              or(ne(contentItem.kind, 'page'), sql`${contentItem.data} ->> 'redirect' is null`),
            ),
          )
          .orderBy(asc(contentItem.kind), asc(contentItem.sortOrder), asc(contentItem.slug));
        const lessons = await tx
          .select({ courseSlug: contentItem.slug, slug: lesson.slug, publishedAt: contentItem.publishedAt })
          .from(lesson)
          .innerJoin(
            contentItem,
            and(
              eq(contentItem.tenantId, lesson.tenantId),
              eq(contentItem.kind, 'course'),
              eq(contentItem.id, lesson.courseId),
            ),
          )
          .where(
            and(
              isLive(tenantId),
              eq(lesson.status, 'live'),
              eq(lesson.listed, true),
              isNull(lesson.removedAt),
              ne(lesson.type, 'module'),
              sql`cardinality(${lesson.entitlements}) = 0`,
            ),
          )
          .orderBy(asc(contentItem.sortOrder), asc(contentItem.slug), asc(lesson.orderColumn));
        return { items: items as ListedItem[], lessons };
      });
    },
  };
}

export type SitemapStore = ReturnType<typeof sitemapStore>;
