import type { ContentKind } from '@academy/contract/publishing';
import type { PagedKind } from '@academy/contract/rules/site-paths';
import { sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import type { Transaction } from '../db/transaction.ts';
import type { TenantScope } from '../values/scope.ts';

/** Where an item or lesson is found: a lesson in its course. */
interface Place extends Record<string, unknown> {
  id: string;
  slug: string;
  courseId: string;
}

/** What a publish may move: an item, and the lessons of a course. */
export interface Movable {
  kind: ContentKind;
  id: string;
  /** Of the version to be published, drafts and modules included; they may have been in another course. */
  lessonIds: readonly string[];
}

/** The places before a publish. */
interface Places {
  item: Place[];
  lessons: Place[];
}

const REACHABLE = sql`('live', 'unlisted')`;

/** Reads the places of an item and its lessons, before a publish writes others. */
export async function placesBefore(tx: Transaction, tenantId: TenantScope, item: Movable): Promise<Places> {
  const { kind, id, lessonIds } = item;
  const own = await tx.execute<Place>(sql`
    select id, slug, '' as "courseId" from content_item where tenant_id = ${tenantId} and kind = ${kind} and id = ${id}`);
  if (kind !== 'course') return { item: own.rows, lessons: [] };
  const lessons = await tx.execute<Place>(sql`
    select lesson_id as id, slug, course_id as "courseId" from lesson
    where tenant_id = ${tenantId} and type <> 'module' and (
      course_id = ${id} and removed_at is null
      or lesson_id in (select json_array_elements_text(${JSON.stringify(lessonIds)}::json)))`);
  return { item: own.rows, lessons: lessons.rows };
}

/**
 * Notes what has another place after a publish, so that its former address leads to it. An address that the published
 * version has is its own again.
 */
export async function noteMoved(
  tx: Transaction,
  tenantId: TenantScope,
  { kind, id }: Movable,
  before: Places,
): Promise<void> {
  await tx.execute(sql`
    delete from former_address using content_item item
    where former_address.tenant_id = ${tenantId} and former_address.kind = ${kind} and former_address.course_id = ''
      and item.tenant_id = ${tenantId} and item.kind = ${kind} and item.id = ${id} and item.slug = former_address.slug
      and item.status <> 'draft'`);
  await tx.execute(sql`
    insert into former_address (tenant_id, kind, course_id, slug, id)
    select ${tenantId}, ${kind}, '', was.slug, was.id
    from json_to_recordset(${JSON.stringify(before.item)}::json) as was (id text, slug text)
    where not exists (
      select from content_item item where item.tenant_id = ${tenantId} and item.kind = ${kind} and item.slug = was.slug
        and item.removed_at is null)
    on conflict (tenant_id, kind, course_id, slug) do update set id = excluded.id, moved_at = excluded.moved_at`);
  if (kind !== 'course') return;
  await tx.execute(sql`
    delete from former_address using lesson
    where former_address.tenant_id = ${tenantId} and former_address.kind = 'lesson' and former_address.course_id = ${id}
      and lesson.tenant_id = ${tenantId} and lesson.course_id = ${id} and lesson.slug = former_address.slug
      and lesson.removed_at is null and lesson.status <> 'draft'`);
  await tx.execute(sql`
    insert into former_address (tenant_id, kind, course_id, slug, id)
    select ${tenantId}, 'lesson', was."courseId", was.slug, was.id
    from json_to_recordset(${JSON.stringify(before.lessons)}::json) as was (id text, slug text, "courseId" text)
    where exists (
      select from lesson where tenant_id = ${tenantId} and lesson_id = was.id and removed_at is null
    ) and not exists (
      select from lesson where tenant_id = ${tenantId} and course_id = was."courseId" and lesson.slug = was.slug
        and removed_at is null)
    on conflict (tenant_id, kind, course_id, slug) do update set id = excluded.id, moved_at = excluded.moved_at`);
}

/** Where items and lessons are now that had an address before. */
export function addressesStore(db: Database) {
  return {
    /** The present slug of what had this one; null when that is nothing that can be reached. */
    async slugNow(tenantId: TenantScope, kind: PagedKind, slug: string): Promise<string | null> {
      const { rows } = await db.execute<{ slug: string }>(sql`
        select item.slug from former_address former join content_item item using (tenant_id, kind, id)
        where former.tenant_id = ${tenantId} and former.kind = ${kind} and former.course_id = '' and former.slug = ${slug}
          and item.removed_at is null and item.status in ${REACHABLE}`);
      return rows[0]?.slug ?? null;
    },

    /** The present slugs of the lesson that an address named, in whatever course; null when it cannot be reached. */
    async lessonNow(
      tenantId: TenantScope,
      courseSlug: string,
      lessonSlug: string,
    ): Promise<{ courseSlug: string; lessonSlug: string } | null> {
      const { rows } = await db.execute<{ courseSlug: string; lessonSlug: string }>(sql`
        with course as (
          select id, 1 as rank from content_item
          where tenant_id = ${tenantId} and kind = 'course' and slug = ${courseSlug} and removed_at is null
          union all
          select id, 2 from former_address
          where tenant_id = ${tenantId} and kind = 'course' and course_id = '' and slug = ${courseSlug}
        ),
        named as (
          select lesson_id as id, rank from lesson join course on course.id = lesson.course_id
          where tenant_id = ${tenantId} and slug = ${lessonSlug} and removed_at is null
          union all
          select former.id, rank + 2 from former_address former join course on course.id = former.course_id
          where tenant_id = ${tenantId} and kind = 'lesson' and slug = ${lessonSlug}
        )
        select item.slug as "courseSlug", lesson.slug as "lessonSlug"
        from named join lesson on lesson.tenant_id = ${tenantId} and lesson.lesson_id = named.id
          join content_item item on item.tenant_id = ${tenantId} and item.kind = 'course' and item.id = lesson.course_id
        where lesson.removed_at is null and lesson.status in ${REACHABLE} and lesson.type <> 'module'
          and item.removed_at is null and item.status in ${REACHABLE}
        order by rank limit 1`);
      return rows[0] ?? null;
    },
  };
}

export type AddressesStore = ReturnType<typeof addressesStore>;
