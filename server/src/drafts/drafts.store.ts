import { KIND_ORDER } from '@academy/content/kind-order';
import { DRAFT_LIST_LENGTH } from '@academy/contract/drafts';
import type { ContentKind } from '@academy/contract/publishing';
import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { draft, draftItem } from '../db/draft-tables.ts';
import { contentItem, person } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import type { PersonId, TenantScope } from '../values/scope.ts';

export type DraftRow = typeof draft.$inferSelect;

/** An item without its archive. */
export interface DraftItemRow extends Omit<typeof draftItem.$inferSelect, 'draftId' | 'packed' | 'sourceHash'> {
  /** The version that readers see now; 0: none. */
  current: number;
}

/** A draft as it is shown. */
export interface ShownDraft {
  draft: DraftRow;
  /** Name of its owner, or the sign-in address of one without a name. */
  owner: string;
  isExpired: boolean;
  items: DraftItemRow[];
}

/** In the order in which items are published. */
const inOrder = sql`array_position(${sql.param([...KIND_ORDER])}::text[], ${draftItem.kind})`;

export function draftsStore(db: Queries) {
  const fullName = sql<string>`trim(${person.firstName} || ' ' || ${person.lastName})`;

  async function shown(where: SQL | undefined): Promise<ShownDraft[]> {
    const rows = await db
      .select({
        draft: getTableColumns(draft),
        owner: sql<string>`coalesce(nullif(${fullName}, ''), ${person.email})`,
        isExpired: sql<boolean>`${draft.expiresAt} <= now()`,
      })
      .from(draft)
      .innerJoin(person, eq(person.personId, draft.ownerId))
      .where(where)
      .orderBy(desc(draft.createdAt), draft.draftId)
      .limit(DRAFT_LIST_LENGTH);
    const ids = rows.map(({ draft: { draftId } }) => draftId);
    const items = ids.length === 0 ? [] : await itemsOf(ids);
    const byDraft = Map.groupBy(items, ({ draftId }) => draftId);
    return rows.map((row) => ({ ...row, items: byDraft.get(row.draft.draftId) ?? [] }));
  }

  function itemsOf(draftIds: string[]) {
    const { packed: _large, sourceHash: _ofBuilds, ...columns } = getTableColumns(draftItem);
    return db
      .select({ ...columns, current: sql<number>`coalesce(${contentItem.version}, 0)` })
      .from(draftItem)
      .innerJoin(draft, eq(draft.draftId, draftItem.draftId))
      .leftJoin(
        contentItem,
        and(
          eq(contentItem.tenantId, draft.tenantId),
          eq(contentItem.kind, draftItem.kind),
          eq(contentItem.id, draftItem.id),
          isNull(contentItem.removedAt),
        ),
      )
      .where(sql`${draftItem.draftId} = any(${sql.param(draftIds)}::uuid[])`)
      .orderBy(inOrder, draftItem.title, draftItem.id);
  }

  return {
    /** Of one academy, newest first. */
    list: (tenantId: TenantScope): Promise<ShownDraft[]> => shown(eq(draft.tenantId, tenantId)),

    async byId(draftId: string): Promise<ShownDraft | null> {
      return (await shown(eq(draft.draftId, draftId)))[0] ?? null;
    },

    /** The draft of a person by its name, made when there is none, and locked until the transaction ends. */
    async opened(tenantId: TenantScope, ownerId: PersonId, name: string, days: number): Promise<DraftRow> {
      const expiresAt = sql`now() + ${days} * interval '1 day'`;
      const [row] = await db
        .insert(draft)
        .values({ tenantId, ownerId, name, expiresAt: expiresAt as unknown as Date })
        .onConflictDoUpdate({
          target: [draft.tenantId, draft.ownerId, draft.name],
          set: {
            expiresAt,
            edition: sql`${draft.edition} + 1`,
            // Who has the link of a revoked draft does not see what is pushed later.
            link: sql`${draft.link} + case when ${draft.revokedAt} is null then 0 else 1 end`,
            revokedAt: null,
            publishedAt: null,
            problem: null,
          },
        })
        .returning();
      if (row === undefined) throw new Error('the draft was not written');
      return row;
    },

    /** Kinds and ids of the items of a draft. */
    named: (draftId: string): Promise<{ kind: ContentKind; id: string }[]> =>
      db.select({ kind: draftItem.kind, id: draftItem.id }).from(draftItem).where(eq(draftItem.draftId, draftId)),

    async writeItem(row: typeof draftItem.$inferInsert): Promise<void> {
      const { draftId: _, kind: __, id: ___, ...set } = row;
      await db
        .insert(draftItem)
        .values(row)
        .onConflictDoUpdate({
          target: [draftItem.draftId, draftItem.kind, draftItem.id],
          set: { ...set, pushedAt: sql`now()` },
        });
    },

    /** The hash of an item's files; null for an item that the draft does not have. */
    async hashOf(tenantId: TenantScope, ownerId: PersonId, name: string, kind: ContentKind, id: string) {
      const [row] = await db
        .select({ hash: draftItem.sourceHash, findings: draftItem.findings, base: draftItem.base })
        .from(draftItem)
        .innerJoin(draft, eq(draft.draftId, draftItem.draftId))
        .where(
          and(
            eq(draft.tenantId, tenantId),
            eq(draft.ownerId, ownerId),
            eq(draft.name, name),
            eq(draftItem.kind, kind),
            eq(draftItem.id, id),
          ),
        );
      return row ?? null;
    },

    /** The archives of a draft, in the order in which they are published. */
    archives: (draftId: string) =>
      db
        .select({ kind: draftItem.kind, id: draftItem.id, base: draftItem.base, packed: draftItem.packed })
        .from(draftItem)
        .where(eq(draftItem.draftId, draftId))
        .orderBy(inOrder, draftItem.id),

    async archive(draftId: string, kind: ContentKind, id: string): Promise<Buffer | null> {
      const [row] = await db
        .select({ packed: draftItem.packed })
        .from(draftItem)
        .where(and(eq(draftItem.draftId, draftId), eq(draftItem.kind, kind), eq(draftItem.id, id)));
      return row?.packed ?? null;
    },

    async change(draftId: string, set: Partial<typeof draft.$inferInsert> | Record<string, SQL>): Promise<void> {
      await db.update(draft).set(set).where(eq(draft.draftId, draftId));
    },

    /** Takes on a draft whose planned moment has come, which no other server publishes; null: none. */
    async takeDue(leaseMinutes: number): Promise<DraftRow | null> {
      const due = sql`select draft_id from draft where publish_at <= now()
        and (held_until is null or held_until < now()) order by publish_at limit 1 for update skip locked`;
      const [row] = await db
        .update(draft)
        .set({ heldUntil: sql`now() + ${leaseMinutes} * interval '1 minute'` })
        .where(sql`${draft.draftId} = (${due})`)
        .returning();
      return row ?? null;
    },

    /** How long the next planned moment is away, ms; null: none is planned. */
    async nextDueMs(): Promise<number | null> {
      const { rows } = await db.execute<{ ms: number | null }>(sql`
        select extract(epoch from min(greatest(publish_at, held_until)) - now())::float8 * 1000 as ms
        from draft where publish_at is not null`);
      return rows[0]?.ms ?? null;
    },
  };
}

export type DraftsStore = ReturnType<typeof draftsStore>;
