import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment } from './column-types.ts';

/** Servers and lab hosts that run: each has a row from its start to its end; servers note every few seconds that it lives. */
export const academyServer = pgTable('academy_server', {
  /** New with every start. */
  serverId: uuid('server_id').primaryKey(),
  /** Unused. */
  address: text('address'),
  /** Host name and process, for operators; empty of an older edition. */
  name: text('name').notNull().default(''),
  /** Empty of a lab host; of a server any text. */
  secret: text('secret').notNull(),
  /** Fingerprint of the key secret that it was started with; empty without one. */
  keySecret: text('key_secret').notNull().default(''),
  startedAt: moment('started_at').notNull().defaultNow(),
  seenAt: moment('seen_at').notNull().defaultNow(),
});

/** The newest builds of the browser's files that servers were started with. */
export const webBuild = pgTable('web_build', {
  /** Digest of the names, which hold the digest of each file. */
  build: text('build').primaryKey(),
  names: text('names').array().notNull(),
  startedAt: moment('started_at').notNull().defaultNow(),
});

/** The browser's files of those builds. */
export const webFile = pgTable('web_file', {
  name: text('name').primaryKey(),
  body: bytea('body').notNull(),
  /** Whether the body is compressed with brotli. */
  packed: boolean('packed').notNull(),
});
