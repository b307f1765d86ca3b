import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { contentItem } from '../db/tables.ts';
import type { TenantScope } from '../values/scope.ts';

/** Kinds of content in the feed. */
const KINDS = ['course', 'guide', 'path'] as const;

export interface NewItem {
  kind: (typeof KINDS)[number];
  id: string;
  slug: string;
  title: string;
  /** Plain text. */
  description: string;
  topics: string[];
  /** When learners could first see it. */
  firstPublishedAt: Date;
  /** When its present version was published. */
  publishedAt: Date;
}

export function feedStore(db: Database) {
  return {
    /** Public content, the newest first. */
    async newest(tenantId: TenantScope, max: number): Promise<NewItem[]> {
      const rows = await db
        .select({
          kind: contentItem.kind,
          id: contentItem.id,
          slug: contentItem.slug,
          title: contentItem.title,
          description: sql<string>`coalesce(${contentItem.data} ->> 'description', '')`,
          topics: sql<string[]>`coalesce(${contentItem.data} -> 'topics', '[]')`,
          firstPublishedAt: contentItem.firstPublishedAt,
          publishedAt: contentItem.publishedAt,
        })
        .from(contentItem)
        .where(
          and(
            eq(contentItem.tenantId, tenantId),
            eq(contentItem.status, 'live'),
            isNull(contentItem.removedAt),
            inArray(contentItem.kind, [...KINDS]),
          ),
        )
        .orderBy(desc(contentItem.firstPublishedAt), asc(contentItem.kind), asc(contentItem.id))
        .limit(max);
      return rows as NewItem[];
    },
  };
}

export type FeedStore = ReturnType<typeof feedStore>;
