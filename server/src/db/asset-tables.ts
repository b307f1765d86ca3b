import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea, moment } from './column-types.ts';

/** An image or other file of the content, stored once per content hash. */
export const asset = pgTable('asset', {
  /** SHA-256 of the bytes, hex. */
  hash: text('hash').primaryKey(),
  mediaType: text('media_type').notNull(),
  size: integer('size').notNull(),
  /** Null: they lie in the content store, under the hash. */
  bytes: bytea('bytes'),
});

/** Files in the content store that no row has named since a moment; after a day they are removed there. */
export const unnamedFile = pgTable('unnamed_file', {
  /** SHA-256 of the bytes, hex. */
  hash: text('hash').primaryKey(),
  since: moment('since').notNull().defaultNow(),
});

/**
 * Which files an item's texts use, replaced by each publish. A file is public where an item that can be opened uses it
 * in a text that needs no entitlement; all other files need a signed address.
 */
export const assetUse = pgTable(
  'asset_use',
  {
    tenantId: text('tenant_id').notNull(),
    itemKind: text('item_kind').notNull(),
    itemId: text('item_id').notNull(),
    hash: text('hash').notNull(),
    /**
     * True when one of those texts is public. Always false for workshops: the lessons and guides that use one decide
     * who may open it.
     */
    isOpen: boolean('is_open').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.itemKind, t.itemId, t.hash] }),
    index('asset_use_hash').on(t.tenantId, t.hash),
  ],
);

/** Random secrets of this installation, made by the first server that needs one. */
export const installationSecret = pgTable('installation_secret', {
  /** Purpose of the secret. */
  name: text('name').primaryKey(),
  secret: bytea('secret').notNull(),
});
