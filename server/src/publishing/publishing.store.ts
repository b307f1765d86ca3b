import type { Asset } from '@academy/content/assets';
import type { Status } from '@academy/contract/entities';
import type { Finding } from '@academy/contract/findings';
import type { ContentKind, ContentSource } from '@academy/contract/publishing';
import type { TenantId } from '@academy/contract/tenants';
import { and, asc, eq, isNull, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import { removeAssetUses } from '../content-assets/asset-uses.store.ts';
import { anyOf } from '../db/any-of.ts';
import { asset } from '../db/asset-tables.ts';
import type { Database } from '../db/connect.ts';
import { searchEntry, searchWord } from '../db/search-tables.ts';
import { contentItem, contentVersion, lesson } from '../db/tables.ts';
import type { Queries, Transaction } from '../db/transaction.ts';
import { ENTRY_VECTORS, WORDS_EDITION } from '../search/entry-vectors.ts';
import type { TenantScope } from '../values/scope.ts';
import type { Addressed } from './gone-addresses.ts';
import { withinScopes } from './within-scopes.ts';

export interface ItemRow {
  slug: string;
  title: string;
  sourceHash: string;
  version: number;
  findings: Finding[];
  status: Status;
  /** Status in the files of this version; another one may have been set since. */
  statusInFiles: Status;
  /** Null for what the server itself published: a sample. */
  publishedBy: string | null;
  removedAt: Date | null;
}

/** An entry of the list of everything published. */
export interface PublishedRow {
  kind: ContentKind;
  id: string;
  slug: string;
  title: string;
  status: Status;
  version: number;
  source: ContentSource | null;
  publishedAt: Date;
}

/** The columns of `PublishedRow`. */
export const PUBLISHED_COLUMNS = {
  kind: contentItem.kind,
  id: contentItem.id,
  slug: contentItem.slug,
  title: contentItem.title,
  status: contentItem.status,
  version: contentItem.version,
  source: contentItem.source,
  publishedAt: contentItem.publishedAt,
};

type Inserted = typeof contentItem.$inferInsert;
export interface NewItem
  extends Omit<Inserted, 'tenantId' | 'kind' | 'id' | 'removedAt' | 'publishedAt' | 'firstPublishedAt' | Json> {
  /** JSON, as all values whose shape depends on the kind. */
  data: Buffer;
  body: Buffer;
  translations: Buffer;
  translatedBodies: Buffer;
}
type Json = 'data' | 'body' | 'translations' | 'translatedBodies';

/** An arbitrary number. */
export const PUBLISHING_LOCK = 7_203_114_002;

/** JSON in memory: bytes of a `json` parameter are sent as they are. */
const json = (bytes: Buffer) => sql`${bytes}::json`;

/** Nobody has seen a draft: an item that was one counts as new when it is published. */
const firstShown = (status: SQL) => sql`case
  when ${contentItem.status} = 'draft' and ${status} <> 'draft' then now()
  else ${contentItem.firstPublishedAt}
end`;

/** The reads and writes of publishing. All writes take the publishing transaction. */
export function publishingStore(db: Database) {
  const isItem = (tenantId: TenantScope, kind: ContentKind, id: string) =>
    and(eq(contentItem.tenantId, tenantId), eq(contentItem.kind, kind), eq(contentItem.id, id));

  return {
    transaction: <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => db.transaction(work),

    /**
     * Writes run one after the other, because slugs, lesson ids and files are shared between items. Checks and
     * rendering run in parallel.
     */
    async lockPublishing(tx: Transaction): Promise<void> {
      await tx.execute(sql`select pg_advisory_xact_lock(${PUBLISHING_LOCK})`);
    },

    /** What of an item has an address now. @param known its row */
    async addressed(
      tx: Transaction,
      tenantId: TenantScope,
      kind: ContentKind,
      id: string,
      { slug, status }: Pick<ItemRow, 'slug' | 'status'>,
    ): Promise<Addressed> {
      const ofCourse = and(eq(lesson.tenantId, tenantId), eq(lesson.courseId, id), isNull(lesson.removedAt));
      const { lessonId, slug: lessonSlug, title } = lesson;
      const lessons =
        kind !== 'course'
          ? []
          : await tx
              .select({ lessonId, slug: lessonSlug, title })
              .from(lesson)
              .where(and(ofCourse, ne(lesson.type, 'module'), ne(lesson.status, 'draft')))
              .orderBy(asc(lesson.orderColumn));
      return { slug, isReachable: status !== 'draft', lessons };
    },

    async item(tenantId: TenantScope, kind: ContentKind, id: string, queries: Queries = db): Promise<ItemRow | null> {
      const rows = await queries
        .select({
          slug: contentItem.slug,
          title: contentItem.title,
          sourceHash: contentItem.sourceHash,
          version: contentItem.version,
          findings: contentItem.findings,
          status: contentItem.status,
          // Items published before the history existed have their own status only.
          statusInFiles: sql`coalesce(${contentVersion.status}, ${contentItem.status})`,
          publishedBy: contentItem.publishedBy,
          removedAt: contentItem.removedAt,
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
        .where(isItem(tenantId, kind, id))
        .limit(1);
      return (rows[0] as ItemRow | undefined) ?? null;
    },

    /** Everything published, drafts included, by kind and id. */
    async published(
      tenantId: TenantScope,
      kind: ContentKind | null,
      scopes: readonly string[],
    ): Promise<PublishedRow[]> {
      const rows = await db
        .select(PUBLISHED_COLUMNS)
        .from(contentItem)
        .where(
          and(
            eq(contentItem.tenantId, tenantId),
            kind === null ? undefined : eq(contentItem.kind, kind),
            withinScopes(scopes),
            isNull(contentItem.removedAt),
          ),
        )
        .orderBy(asc(contentItem.kind), asc(contentItem.id));
      return rows as PublishedRow[];
    },

    /** Sets the status that readers and search use; the version's own stays. */
    async setStatus(
      tx: Transaction,
      tenantId: TenantScope,
      kind: ContentKind,
      id: string,
      status: Status,
    ): Promise<void> {
      await tx
        .update(contentItem)
        .set({ status, firstPublishedAt: firstShown(sql`${status}`) })
        .where(isItem(tenantId, kind, id));
      const ofLesson = sql`exists (select from ${lesson} where ${lesson.tenantId} = ${searchEntry.tenantId}
        and ${lesson.lessonId} = ${searchEntry.id} and ${lesson.listed})`;
      const own = sql<boolean>`(${searchEntry.kind} <> 'lesson' or ${ofLesson})`;
      await tx
        .update(searchEntry)
        .set({ listed: status === 'live' ? own : false })
        .where(and(eq(searchEntry.tenantId, tenantId), eq(searchEntry.itemKind, kind), eq(searchEntry.itemId, id)));
    },

    /** The id of another item of the kind that uses the slug. */
    async slugTaken(
      tx: Transaction,
      tenantId: TenantScope,
      kind: ContentKind,
      slug: string,
      id: string,
    ): Promise<{ id: string; isSample: boolean } | null> {
      const rows = await tx
        .select({ id: contentItem.id, isSample: sql<boolean>`${contentItem.publishedBy} is null` })
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
      return rows[0] ?? null;
    },

    /** Lessons with these ids that belong to another course and were not removed from it. */
    async lessonsElsewhere(
      tx: Transaction,
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
            anyOf(lesson.lessonId, lessonIds),
          ),
        );
    },

    /** Other academies with a learning path that has this course as a step. */
    async academiesLeadingTo(tx: Transaction, tenantId: TenantScope, courseId: string): Promise<TenantId[]> {
      const step = JSON.stringify({ steps: [{ type: 'course', id: courseId }] });
      const rows = await tx
        .selectDistinct({ tenantId: contentItem.tenantId })
        .from(contentItem)
        .where(
          and(
            ne(contentItem.tenantId, tenantId),
            eq(contentItem.kind, 'path'),
            isNull(contentItem.removedAt),
            sql`${contentItem.data} @> ${step}::jsonb`,
          ),
        );
      return rows.map((row) => row.tenantId);
    },

    async writeItem(
      tx: Transaction,
      tenantId: TenantScope,
      kind: ContentKind,
      id: string,
      item: NewItem,
    ): Promise<void> {
      const values = {
        ...item,
        data: sql`${json(item.data)}::jsonb`,
        body: sql`${json(item.body)}::jsonb`,
        translations: sql`${json(item.translations)}::jsonb`,
        translatedBodies: sql`${json(item.translatedBodies)}::jsonb`,
        removedAt: null,
        publishedAt: new Date(),
      };
      // An update refers to the values of the insert, so that nothing is sent twice.
      const columns = Object.keys(values) as (keyof typeof values)[];
      const set = Object.fromEntries(
        columns.map((column) => [column, sql`excluded.${sql.identifier(contentItem[column].name)}`]),
      );
      await tx
        .insert(contentItem)
        .values({ tenantId, kind, id, ...values })
        .onConflictDoUpdate({
          target: [contentItem.tenantId, contentItem.kind, contentItem.id],
          set: { ...set, firstPublishedAt: firstShown(sql`excluded.status`) },
        });
    },

    /**
     * Replaces the lessons of a course; missing ones are hidden, so that progress on them is kept.
     *
     * @param kept ids of all lessons that the course has now
     * @param pieces JSON arrays of `BuiltLesson`
     */
    async writeLessons(
      tx: Transaction,
      tenantId: TenantScope,
      courseId: string,
      kept: string[],
      pieces: Buffer[],
    ): Promise<void> {
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
      // Two lessons may have exchanged their slugs: all slugs are freed before any is written.
      await tx
        .update(lesson)
        .set({ slug: sql`${lesson.slug} || ' ' || ${lesson.lessonId}` })
        .where(and(eq(lesson.tenantId, tenantId), eq(lesson.courseId, courseId), isNull(lesson.removedAt)));
      for (const piece of pieces)
        await tx.execute(sql`
          insert into ${lesson} (tenant_id, course_id, lesson_id, slug, type, title, status, order_column, parent_id,
            listed, entitlements, data, body, knowledge_check, translations, translated_bodies)
          select ${tenantId}, ${courseId}, rows.*
          from json_to_recordset(${json(piece)}) as rows ("lessonId" text, slug text, type text, title text, status text,
            "orderColumn" integer, "parentId" text, listed boolean, entitlements text[], data jsonb, body jsonb,
            "knowledgeCheck" jsonb, translations jsonb, "translatedBodies" jsonb)
          on conflict (tenant_id, lesson_id) do update set (course_id, slug, type, title, status, order_column,
            parent_id, listed, entitlements, data, body, knowledge_check, translations, translated_bodies, removed_at) = (excluded.course_id,
            excluded.slug, excluded.type, excluded.title, excluded.status, excluded.order_column, excluded.parent_id,
            excluded.listed, excluded.entitlements, excluded.data, excluded.body, excluded.knowledge_check,
            excluded.translations, excluded.translated_bodies, null)`);
    },

    /**
     * Records which lessons learners can see for the first time: listed ones of a live course. Publishing holds its
     * lock, so these moments are in the order of the commits.
     */
    async noteFirstListed(tx: Transaction, tenantId: TenantScope, courseId: string): Promise<void> {
      await tx.execute(sql`
        update lesson set first_listed_at = date_trunc('milliseconds', clock_timestamp())
        where tenant_id = ${tenantId} and course_id = ${courseId} and listed and removed_at is null
          and first_listed_at is null and exists (
            select from content_item where tenant_id = ${tenantId} and kind = 'course' and id = ${courseId}
              and status = 'live' and removed_at is null)`);
    },

    /**
     * Replaces the search index of an item.
     *
     * @param pieces JSON arrays of `SearchEntry` with their words
     * @param vocabulary JSON array of the different words in them
     */
    async writeSearchEntries(
      tx: Transaction,
      tenantId: TenantScope,
      itemKind: ContentKind,
      itemId: string,
      pieces: Buffer[],
      vocabulary: Buffer | null,
    ): Promise<void> {
      await tx
        .delete(searchEntry)
        .where(
          and(eq(searchEntry.tenantId, tenantId), eq(searchEntry.itemKind, itemKind), eq(searchEntry.itemId, itemId)),
        );
      for (const piece of pieces)
        await tx.execute(sql`
          insert into ${searchEntry} (tenant_id, item_kind, item_id, kind, id, language, path, title, headings, text,
            summary, entitlements, listed, words_edition, head, document, words)
          select ${tenantId}, ${itemKind}, ${itemId}, kind, id, language, path, title, headings, text, summary, entitlements,
            listed, ${WORDS_EDITION}, made.*
          from json_to_recordset(${json(piece)}) as rows (kind text, id text, language text, path text, title text, headings text,
            text text, summary text, entitlements text[], listed boolean, "titleWords" text, "headingWords" text,
            "summaryWords" text, "textWords" text),
          lateral (${ENTRY_VECTORS}) as made`);
      if (vocabulary === null) return;
      // Most words exist, and a look-up is cheaper than an attempt to insert.
      await tx.execute(sql`
        insert into ${searchWord} (tenant_id, word)
        select ${tenantId}, found.word from json_array_elements_text(${json(vocabulary)}) as found (word)
        where not exists (
          select from ${searchWord} as known where known.tenant_id = ${tenantId} and known.word = found.word)
        on conflict do nothing`);
    },

    /**
     * Writes the files of an item. They are stored once per content hash, so existing ones are left as they are.
     *
     * @param stored hashes of those whose bytes lie in the content store
     */
    async writeAssets(tx: Transaction, assets: readonly Asset[], stored: ReadonlySet<string>): Promise<void> {
      const missing = await missingAssets(
        tx,
        assets.map(({ hash }) => hash),
      );
      for (const { bytes, ...rest } of assets) {
        if (!missing.has(rest.hash)) continue;
        const row = { ...rest, size: bytes.byteLength, bytes: stored.has(rest.hash) ? null : asBuffer(bytes) };
        await tx.insert(asset).values(row).onConflictDoNothing();
      }
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
      await this.writeSearchEntries(tx, tenantId, kind, id, [], null);
      await removeAssetUses(tx, tenantId, kind, id);
      if (kind === 'course')
        await tx
          .update(lesson)
          .set({ removedAt: new Date() })
          .where(and(eq(lesson.tenantId, tenantId), eq(lesson.courseId, id), isNull(lesson.removedAt)));
      return removed.length > 0;
    },
  };
}

/** The hashes without a row. */
async function missingAssets(tx: Transaction, hashes: string[]): Promise<Set<string>> {
  const known = await tx.select({ hash: asset.hash }).from(asset).where(anyOf(asset.hash, hashes));
  const there = new Set(known.map(({ hash }) => hash));
  return new Set(hashes.filter((hash) => !there.has(hash)));
}

/** The same bytes, as the driver takes them. */
export function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

export type PublishingStore = ReturnType<typeof publishingStore>;
