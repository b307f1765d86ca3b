import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** How often a page was viewed on a day, UTC; without any data about the viewers. */
export const pageView = pgTable(
  'page_view',
  {
    tenantId: text('tenant_id').notNull(),
    day: date('day').notNull(),
    /** screen, or the kind of the item: course, lesson, guide, path, instructor, page. */
    kind: text('kind').notNull(),
    /** Id of the item; for a screen its path. */
    itemId: text('item_id').notNull(),
    views: integer('views').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.day, t.kind, t.itemId] })],
);
