import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';
import { account } from './identity-tables.ts';

/** A company's identity provider, in which its people log in. */
export const directory = pgTable('directory', {
  directoryId: uuid('directory_id').primaryKey().defaultRandom(),
  /** Protocol: `oidc` or `saml`. */
  kind: text('kind').notNull().default('oidc'),
  name: text('name').notNull(),
  issuer: text('issuer').notNull(),
  /** SAML: the academy's entity ID. */
  clientId: text('client_id').notNull(),
  /** Encrypted when the installation has a key secret; null for a public client. SAML: the academy's private key. */
  clientSecret: text('client_secret'),
  scopes: text('scopes').notNull(),
  /** The provider's metadata and the academy's certificate; null for other protocols. */
  saml: jsonb('saml'),
  /** Which claims hold what is known of a person. */
  mapping: jsonb('mapping').notNull(),
  /** Whether its people log in there and nowhere else. */
  isRequired: boolean('is_required').notNull().default(false),
  isActive: boolean('is_active').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
});

const ofDirectory = () =>
  uuid('directory_id')
    .notNull()
    .references(() => directory.directoryId, { onDelete: 'cascade' });

/** A domain of e-mail addresses. It counts once it is proved, and one directory at most has proved it. */
export const directoryDomain = pgTable(
  'directory_domain',
  {
    directoryId: ofDirectory(),
    /** Lower case. */
    domain: text('domain').notNull(),
    /** What the DNS record must contain. */
    proof: text('proof').notNull(),
    provedAt: moment('proved_at'),
  },
  (t) => [
    primaryKey({ columns: [t.directoryId, t.domain] }),
    uniqueIndex('directory_domain_proved').on(t.domain).where(sql`proved_at is not null`),
  ],
);

/** The account of a person of a directory: found by issuer and subject, never by address. */
export const directoryAccount = pgTable(
  'directory_account',
  {
    directoryId: ofDirectory(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.accountId, { onDelete: 'cascade' }),
    /** Whether the Pro membership was granted by the directory, which takes it away again. */
    grantsPro: boolean('grants_pro').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.directoryId, t.issuer, t.subject] }),
    // An account belongs to one directory at most.
    uniqueIndex('directory_account_account').on(t.accountId),
    index('directory_account_directory').on(t.directoryId, t.lastUsedAt),
  ],
);
