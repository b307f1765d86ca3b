import type { BuiltItem } from '@academy/content/built-item';
import type { Status } from '@academy/contract/entities';
import type { Language } from '@academy/contract/i18n/languages';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { anyOf } from '../db/any-of.ts';
import type { Database } from '../db/connect.ts';
import { contentItem } from '../db/tables.ts';
import type { TenantScope } from '../values/scope.ts';
import { itemBody, textColumns } from './in-readers-language.ts';

/** Kinds whose items are one row each. */
type ItemKind = Exclude<BuiltItem['kind'], 'course' | 'instructor'>;
type Built<K extends ItemKind> = Extract<BuiltItem, { kind: K }>;
export type BodyOf<K extends ItemKind> = Built<K> extends { body: infer Body } ? Body : never;

/** An item as lists need it, without its body. */
export interface CatalogueItem<K extends ItemKind> {
  id: string;
  slug: string;
  title: string;
  status: Status;
  version: number;
  /** When learners could first see it. */
  firstPublishedAt: Date;
  data: Built<K>['data'];
  /** Language of its main text. */
  language: Language;
}

const columns = () => ({
  id: contentItem.id,
  slug: contentItem.slug,
  status: contentItem.status,
  version: contentItem.version,
  firstPublishedAt: contentItem.firstPublishedAt,
  ...textColumns(contentItem),
});

/**
 * Published items of the simple kinds. Publishing stored what the content workspace built, so the rows have its shapes.
 */
export function itemsStore(db: Database) {
  const reachable = (tenantId: TenantScope, kind: ItemKind) =>
    and(
      eq(contentItem.tenantId, tenantId),
      eq(contentItem.kind, kind),
      isNull(contentItem.removedAt),
      inArray(contentItem.status, ['live', 'unlisted']),
    );

  return {
    /** Live items in catalogue order. */
    async live<K extends ItemKind>(tenantId: TenantScope, kind: K): Promise<CatalogueItem<K>[]> {
      const rows = await db
        .select(columns())
        .from(contentItem)
        .where(and(reachable(tenantId, kind), eq(contentItem.status, 'live')))
        .orderBy(asc(contentItem.sortOrder), asc(contentItem.title), asc(contentItem.id));
      return rows as CatalogueItem<K>[];
    },

    /** The topics of all items that can be reached, as their authors wrote them or in normal form. */
    async topics(tenantId: TenantScope): Promise<string[]> {
      const rows = await db
        .selectDistinct({ topic: sql<string>`jsonb_array_elements_text(${contentItem.data} -> 'topics')` })
        .from(contentItem)
        .where(
          and(
            eq(contentItem.tenantId, tenantId),
            isNull(contentItem.removedAt),
            inArray(contentItem.status, ['live', 'unlisted']),
            sql`jsonb_typeof(${contentItem.data} -> 'topics') = 'array'`,
          ),
        );
      return rows.map(({ topic }) => topic);
    },

    /** Live and unlisted items with these ids. */
    async byIds<K extends ItemKind>(tenantId: TenantScope, kind: K, ids: string[]): Promise<CatalogueItem<K>[]> {
      if (ids.length === 0) return [];
      const rows = await db
        .select(columns())
        .from(contentItem)
        .where(and(reachable(tenantId, kind), anyOf(contentItem.id, ids)));
      return rows as CatalogueItem<K>[];
    },

    /** An item that can be reached by address: live or unlisted. */
    async bySlug<K extends ItemKind>(tenantId: TenantScope, kind: K, slug: string): Promise<CatalogueItem<K> | null> {
      const rows = await db
        .select(columns())
        .from(contentItem)
        .where(and(reachable(tenantId, kind), eq(contentItem.slug, slug)))
        .limit(1);
      return (rows[0] as CatalogueItem<K> | undefined) ?? null;
    },

    /** The body of this version of an item; null when a newer version has replaced it. */
    async body<K extends ItemKind>(
      tenantId: TenantScope,
      kind: K,
      { id, version }: { id: string; version: number },
    ): Promise<BodyOf<K> | null> {
      const rows = await db
        .select({ body: itemBody() })
        .from(contentItem)
        .where(and(reachable(tenantId, kind), eq(contentItem.id, id), eq(contentItem.version, version)))
        .limit(1);
      return (rows[0]?.body as BodyOf<K> | undefined) ?? null;
    },
  };
}

export type ItemsStore = ReturnType<typeof itemsStore>;
