import type { ViewedPage } from '@academy/contract/rules/page-view';
import { sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import type { TenantScope } from '../values/scope.ts';

/** Views of a page on a day, not yet written. */
export interface CountedViews extends ViewedPage {
  tenantId: TenantScope;
  /** `2030-01-31`, UTC. */
  day: string;
  views: number;
}

export function pageViewsStore(db: Database) {
  return {
    /** Adds views to those of their days. Pages that do not exist are ignored, because clients choose the addresses. */
    async add(counted: readonly CountedViews[]): Promise<void> {
      await db.execute(sql`
        insert into page_view (tenant_id, day, kind, item_id, views)
        select counted."tenantId", counted.day, counted.kind,
          case counted.kind when 'screen' then counted.slug when 'lesson' then lesson.lesson_id else item.id end as item_id,
          sum(counted.views)
        from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
          as counted("tenantId" text, day date, kind text, slug text, "lessonSlug" text, views integer)
        left join content_item item on item.tenant_id = counted."tenantId" and item.slug = counted.slug
          and item.kind = case counted.kind when 'lesson' then 'course' else counted.kind end
          and item.removed_at is null
        left join lesson on counted.kind = 'lesson' and lesson.tenant_id = item.tenant_id
          and lesson.course_id = item.id and lesson.slug = counted."lessonSlug" and lesson.removed_at is null
        where case counted.kind when 'screen' then true when 'lesson' then lesson.lesson_id is not null
          else item.id is not null end
        group by 1, 2, 3, 4
        order by 1, 2, 3, 4
        on conflict (tenant_id, day, kind, item_id) do update set views = page_view.views + excluded.views`);
    },
  };
}

export type PageViewsStore = ReturnType<typeof pageViewsStore>;
