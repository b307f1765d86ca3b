import type { ContentKind } from '@academy/contract/publishing';
import { and, eq, sql } from 'drizzle-orm';
import { assetUse } from '../db/asset-tables.ts';
import type { Database } from '../db/connect.ts';
import type { Transaction } from '../db/transaction.ts';
import type { TenantScope } from '../scope.ts';

/**
 * Notes which files the texts of an item name, and which of those texts need no entitlement: descriptions, summaries and
 * content pages always; bodies of lessons and guides by their view list, the conclusion of a course by the course's.
 */
export async function writeAssetUses(
  tx: Transaction,
  tenantId: TenantScope,
  kind: ContentKind,
  id: string,
): Promise<void> {
  await removeAssetUses(tx, tenantId, kind, id);
  await tx.execute(sql`
    with item as (
      select kind, data, body from content_item where tenant_id = ${tenantId} and kind = ${kind} and id = ${id}
    ), own_lesson as (
      select data, body, knowledge_check, entitlements from lesson
      where ${kind === 'course'} and tenant_id = ${tenantId} and course_id = ${id} and removed_at is null
        and status <> 'draft'
    ), texts (content, is_open) as (
      select (data - 'conclusion')::text, true from item
      union all select data ->> 'conclusion', data -> 'entitlements' = '[]' from item where kind = 'course'
      union all select body::text, kind = 'page' or (kind = 'guide' and data -> 'entitlements' = '[]') from item
      union all select data::text, true from own_lesson
      union all select concat(body, knowledge_check), entitlements = '{}' from own_lesson
    )
    insert into asset_use (tenant_id, item_kind, item_id, hash, is_open)
    select ${tenantId}, ${kind}, ${id}, named[1], bool_or(is_open)
    from texts, regexp_matches(content, '/assets/content/([0-9a-f]{64})[.]', 'g') as named
    where content like '%/assets/content/%'
    group by named[1]`);
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

/** Which of these files everybody may have in this academy, by hash. */
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
