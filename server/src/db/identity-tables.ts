import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, moment } from './column-types.ts';

/** An account of the embedded provider. Other providers keep their own. */
export const account = pgTable(
  'account',
  {
    accountId: uuid('account_id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** argon2id in PHC string form. */
    passwordHash: text('password_hash').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
    passwordChangedAt: moment('password_changed_at'),
    /**
     * Start of a recovery: when a change of address was taken back or the password was reset by mail; until the owner
     * has chosen what to keep.
     */
    recoveringSince: moment('recovering_since'),
    /** Hash of the link whose browser may make that choice; null before a new password was set by mail. */
    questionCode: text('question_code'),
    /** When its directory said that its owner has left: nobody logs in to it any more. Null: it can be used. */
    endedAt: moment('ended_at'),
  },
  (t) => [
    uniqueIndex('account_email').on(sql`lower(${t.email})`),
    index('account_unconfirmed').on(t.createdAt).where(sql`not email_verified`),
  ],
);

const ofAccount = () =>
  uuid('account_id')
    .notNull()
    .references(() => account.accountId, { onDelete: 'cascade' });

/** A mailed link or code: confirms an address, resets a password, or changes the address. Valid once. */
export const accountCode = pgTable(
  'account_code',
  {
    /** SHA-256 of the secret in the link, hex. */
    codeHash: text('code_hash').primaryKey(),
    accountId: ofAccount(),
    purpose: text('purpose').notNull(),
    /** The address it was mailed to; for a change of address the new one. */
    email: text('email').notNull(),
    /** What the link continues: the academy and the sign-in that waits. */
    data: jsonb('data').notNull().default({}),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [index('account_code_account').on(t.accountId, t.purpose), index('account_code_expires').on(t.expiresAt)],
);

/** An authenticator app that makes one-time passwords. Unconfirmed: shown but never used. */
export const accountTotp = pgTable('account_totp', {
  accountId: ofAccount().primaryKey(),
  /** Encrypted when the installation has a key secret. */
  secret: text('secret').notNull(),
  confirmedAt: moment('confirmed_at'),
  /** Number of the last accepted time step, so that no password works twice. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

export const accountRecoveryCode = pgTable(
  'account_recovery_code',
  {
    accountId: ofAccount(),
    codeHash: text('code_hash').notNull(),
    /** Null for those of earlier releases. */
    createdAt: moment('created_at'),
    usedAt: moment('used_at'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.codeHash] })],
);

export const accountPasskey = pgTable(
  'account_passkey',
  {
    /** base64url, as the browser gives it. */
    credentialId: text('credential_id').primaryKey(),
    accountId: ofAccount(),
    publicKey: bytea('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    name: text('name').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at'),
  },
  (t) => [index('account_passkey_account').on(t.accountId)],
);

/** A browser that signed in to the account before: failed attempts of strangers do not lock it out. */
export const accountDevice = pgTable(
  'account_device',
  {
    /** SHA-256 of the device's cookie, hex. */
    deviceHash: text('device_hash').notNull(),
    accountId: ofAccount(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.deviceHash] }), index('account_device_used').on(t.lastUsedAt)],
);

/** A browser's session at the embedded provider, as its owner sees it; the provider's own record is an artifact. */
export const accountSession = pgTable(
  'account_session',
  {
    /** The session's uid, the `sid` of its tokens. */
    sessionUid: text('session_uid').primaryKey(),
    accountId: ofAccount(),
    userAgent: text('user_agent').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
  },
  (t) => [index('account_session_account').on(t.accountId)],
);

/** Counters that all servers share: wrong passwords, codes sent, addresses looked up. One row per key and window. */
export const attemptWindow = pgTable(
  'attempt_window',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (t) => [index('attempt_window_ends').on(t.endsAt)],
);

/** Sessions, interactions, grants, codes and refresh tokens of the embedded provider, one row each. */
export const identityArtifact = pgTable(
  'identity_artifact',
  {
    model: text('model').notNull(),
    /** SHA-256 of the id for codes and refresh tokens, so that a stolen table holds no usable token. */
    id: text('id').notNull(),
    payload: jsonb('payload').notNull(),
    grantId: text('grant_id'),
    uid: text('uid'),
    consumedAt: moment('consumed_at'),
    expiresAt: moment('expires_at'),
  },
  (t) => [
    primaryKey({ columns: [t.model, t.id] }),
    index('identity_artifact_grant').on(t.grantId),
    index('identity_artifact_uid').on(t.uid),
    index('identity_artifact_expires').on(t.expiresAt),
    index('identity_artifact_account').on(sql`(${t.payload} ->> 'accountId')`),
    // Which sessions have ended is found without reading what was stored of them.
    index('identity_artifact_session').on(t.uid).where(sql`model = 'Session'`),
    index('identity_artifact_login')
      .on(sql`(${t.payload} -> 'result' -> 'login' ->> 'accountId')`)
      .where(sql`model = 'Interaction'`),
  ],
);

export const signingKey = pgTable('signing_key', {
  kid: text('kid').primaryKey(),
  jwk: jsonb('jwk').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  /** When it begins to sign; until then it is only published, so that all clients know it first. */
  signsFrom: moment('signs_from').notNull().defaultNow(),
  retiredAt: moment('retired_at'),
});
