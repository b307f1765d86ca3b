import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';

/**
 * Addresses that items and lessons had before: they lead to what had them, whatever its address is now, for ever. What has
 * the address now comes first, and takes it over when it is published.
 */
export const formerAddress = pgTable(
  'former_address',
  {
    tenantId: text('tenant_id').notNull(),
    /** course, guide, path, page, instructor or lesson. */
    kind: text('kind').notNull(),
    /** Of a lesson the course that it was in; else empty. */
    courseId: text('course_id').notNull(),
    slug: text('slug').notNull(),
    /** The item or lesson that had the address last. */
    id: text('id').notNull(),
    movedAt: moment('moved_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.kind, t.courseId, t.slug] })],
);
