import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';
import { learnerGroup } from './group-tables.ts';

/** A link by which a limited number of people join a group until a moment. */
export const invitationLink = pgTable(
  'invitation_link',
  {
    linkId: uuid('link_id').primaryKey().defaultRandom(),
    tenantId: text('tenant_id').notNull(),
    groupId: uuid('group_id')
      .notNull()
      .references(() => learnerGroup.groupId, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** SHA-256 of the secret in the link, hex. The link itself is never stored. */
    secretHash: text('secret_hash').notNull(),
    maxUses: integer('max_uses').notNull(),
    uses: integer('uses').notNull().default(0),
    endsAt: moment('ends_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('invitation_link_secret').on(t.secretHash),
    index('invitation_link_listed').on(t.tenantId, t.createdAt),
    index('invitation_link_group').on(t.groupId),
  ],
);
