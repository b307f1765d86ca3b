import type { Status } from '@academy/contract/entities';
import type { ContentKind } from '@academy/contract/publishing';
import type { CONTENT_SORT_KEYS, ContentUse } from '@academy/contract/publishing-admin';
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { containing } from '../db/containing.ts';
import { contentItem, contentVersion, favorite, lesson, person, progressEvent } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import { keptLearners } from '../stats/kept-learners.ts';
import type { TenantScope } from '../values/scope.ts';
import { PUBLISHED_COLUMNS, type PublishedRow } from './publishing.store.ts';
import { withinScopes } from './within-scopes.ts';

/** Filters of the list. */
interface ContentFilters {
  q: string;
  kind?: ContentKind | undefined;
  status?: Status | undefined;
  /** Of the author who looks. */
  scopes: readonly string[];
}

interface ContentPage {
  sortBy: (typeof CONTENT_SORT_KEYS)[number];
  sortDir: 'asc' | 'desc';
  pageNumber: number;
  pageSize: number;
}

interface PublishedContentRow extends PublishedRow {
  statusInFiles: Status;
  publishedBy: string | null;
}

/** Published content as administrators see it. */
export function publishingAdminStore(db: Database) {
  return {
    /** One page, and the number on all pages. */
    async page(
      tenantId: TenantScope,
      { q, kind, status, scopes }: ContentFilters,
      { sortBy, sortDir, pageNumber, pageSize }: ContentPage,
    ): Promise<{ rows: PublishedContentRow[]; total: number }> {
      const where = and(
        eq(contentItem.tenantId, tenantId),
        isNull(contentItem.removedAt),
        withinScopes(scopes),
        kind === undefined ? undefined : eq(contentItem.kind, kind),
        status === undefined ? undefined : eq(contentItem.status, status),
        containing(q, [contentItem.title, contentItem.slug, contentItem.id]),
      );
      const order = sortDir === 'asc' ? asc : desc;
      const key: SQL = sortBy === 'title' ? sql`lower(${contentItem.title})` : sql`${contentItem[sortBy]}`;
      const [rows, total] = await Promise.all([
        db
          .select({
            ...PUBLISHED_COLUMNS,
            // Items published before the history existed have their own status only.
            statusInFiles: sql`coalesce(${contentVersion.status}, ${contentItem.status})`,
            publishedBy: sql`nullif(concat_ws(' ', ${person.firstName}, ${person.lastName}), '')`,
          })
          .from(contentItem)
          .leftJoin(
            contentVersion,
            and(
              eq(contentVersion.tenantId, contentItem.tenantId),
              eq(contentVersion.kind, contentItem.kind),
              eq(contentVersion.id, contentItem.id),
              eq(contentVersion.version, contentItem.version),
            ),
          )
          .leftJoin(person, eq(person.personId, contentItem.publishedBy))
          .where(where)
          .orderBy(order(key), asc(contentItem.kind), asc(contentItem.id))
          .limit(pageSize)
          .offset(pageNumber * pageSize),
        db.$count(contentItem, where),
      ]);
      return { rows: rows as PublishedContentRow[], total };
    },

    /** Counts learners' data about an item; zero for an item that does not exist. */
    async use(tenantId: TenantScope, kind: ContentKind, id: string): Promise<ContentUse> {
      const [learners, favorites, learningPaths] = await Promise.all([
        learnersOf(db, tenantId, kind, id),
        db.$count(favorite, and(eq(favorite.tenantId, tenantId), eq(favorite.kind, kind), eq(favorite.id, id))),
        pathsWith(kind, id),
      ]);
      return { learners, favorites, learningPaths };
    },
  };

  /** In all academies: a path may lead to another one's course. */
  async function pathsWith(kind: ContentKind, id: string): Promise<string[]> {
    if (kind !== 'course' && kind !== 'test') return [];
    const step = JSON.stringify({ steps: [{ type: kind, id }] });
    const rows = await db
      .select({ title: contentItem.title })
      .from(contentItem)
      .where(
        and(eq(contentItem.kind, 'path'), isNull(contentItem.removedAt), sql`${contentItem.data} @> ${step}::jsonb`),
      )
      .orderBy(asc(contentItem.title));
    return rows.map(({ title }) => title);
  }
}

export type PublishingAdminStore = ReturnType<typeof publishingAdminStore>;

/** People with progress in a course or guide. */
export async function learnersOf(db: Queries, tenantId: TenantScope, kind: ContentKind, id: string): Promise<number> {
  if (kind !== 'course' && kind !== 'guide') return 0;
  const kept = await keptLearners(db, tenantId, kind, id);
  if (kept !== null) return kept;
  const ofItem =
    kind === 'guide'
      ? and(eq(progressEvent.itemKind, 'guide'), eq(progressEvent.itemId, id))
      : sql`${progressEvent.itemKind} = 'lesson' and ${progressEvent.itemId} in (
          select ${lesson.lessonId} from ${lesson} where ${lesson.tenantId} = ${tenantId} and ${lesson.courseId} = ${id})`;
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${progressEvent.personId})::int` })
    .from(progressEvent)
    .where(and(eq(progressEvent.tenantId, tenantId), ofItem));
  return row?.count ?? 0;
}
