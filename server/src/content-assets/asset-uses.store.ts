import type { FileUse } from '@academy/content/file-uses';
import type { ContentKind } from '@academy/contract/publishing';
import { and, eq, sql } from 'drizzle-orm';
import { assetUse } from '../db/asset-tables.ts';
import type { Database } from '../db/connect.ts';
import type { Transaction } from '../db/transaction.ts';
import type { TenantScope } from '../values/scope.ts';

/** Replaces the records of which files an item uses. */
export async function writeAssetUses(
  tx: Transaction,
  tenantId: TenantScope,
  itemKind: ContentKind,
  itemId: string,
  files: readonly FileUse[],
): Promise<void> {
  await removeAssetUses(tx, tenantId, itemKind, itemId);
  // Two arrays rather than rows: an item may use more files than a statement takes parameters.
  await tx.execute(sql`
    insert into asset_use (tenant_id, item_kind, item_id, hash, is_open)
    select ${tenantId}, ${itemKind}, ${itemId}, hash, is_open
    from unnest(${sql.param(files.map(({ hash }) => hash))}::text[],
      ${sql.param(files.map(({ isOpen }) => isOpen))}::boolean[]) as named (hash, is_open)`);
}

export async function removeAssetUses(
  tx: Transaction,
  tenantId: TenantScope,
  kind: ContentKind,
  id: string,
): Promise<void> {
  await tx
    .delete(assetUse)
    .where(and(eq(assetUse.tenantId, tenantId), eq(assetUse.itemKind, kind), eq(assetUse.itemId, id)));
}

/** Which of these files are public in this academy, by hash. */
export async function openAssets(db: Database, tenantId: TenantScope, hashes: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ hash: string }>(sql`
    select distinct used.hash from asset_use as used
    join content_item as item
      on item.tenant_id = used.tenant_id and item.kind = used.item_kind and item.id = used.item_id
      and item.removed_at is null and item.status <> 'draft'
    where used.tenant_id = ${tenantId} and used.hash = any(${sql.param(hashes)}::text[]) and (
      used.is_open
      or used.item_kind = 'workshop' and (
        exists (
          select from lesson
          join content_item as course on course.tenant_id = lesson.tenant_id and course.kind = 'course'
            and course.id = lesson.course_id and course.removed_at is null and course.status <> 'draft'
          where lesson.tenant_id = used.tenant_id and lesson.body #>> '{lab,workshop}' = used.item_id
            and lesson.entitlements = '{}' and lesson.removed_at is null and lesson.status <> 'draft')
        or exists (
          select from content_item as guide
          where guide.tenant_id = used.tenant_id and guide.body #>> '{lab,workshop}' = used.item_id
            and guide.kind = 'guide' and guide.data -> 'entitlements' = '[]' and guide.removed_at is null
            and guide.status <> 'draft')))`);
  return new Set(rows.map(({ hash }) => hash));
}
