import type { Language } from '@academy/contract/i18n/languages';
import { type SQL, sql } from 'drizzle-orm';
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
import { handling } from './handling-columns.ts';
import { plainLetters } from './plain-letters.ts';

/* ---------------------------------------------------------------- people */

/** A person, linked to the identity provider by issuer and subject. */
export const person = pgTable(
  'person',
  {
    personId: uuid('person_id').primaryKey().defaultRandom(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    email: text('email').notNull(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    emailVerified: boolean('email_verified').notNull().default(false),
    isAdmin: boolean('is_admin').notNull().default(false),
    proStartsAt: moment('pro_starts_at'),
    proEndsAt: moment('pro_ends_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When an administrator or operator added the person; null for people who came by logging in, at `createdAt`. */
    addedAt: moment('added_at'),
    /** First log-in of an added person; null: none yet. */
    firstLoginAt: moment('first_login_at'),
    /** Tokens issued before this are refused, after "sign out everywhere" and role changes. */
    sessionsEndedAt: moment('sessions_ended_at'),
    /** When the person turned reviews off; null: they are on. */
    reviewsOffAt: moment('reviews_off_at'),
    /** Language of pages and mails, such as `de`; null: not chosen. */
    language: text('language').$type<Language>(),
    /** Made by the database, so that a million people can be ordered and searched (decision 0037). */
    firstNameKey: text('first_name_key').generatedAlwaysAs((): SQL => plainLetters(person.firstName)),
    lastNameKey: text('last_name_key').generatedAlwaysAs((): SQL => plainLetters(person.lastName)),
    searchText: text('search_text').generatedAlwaysAs(
      (): SQL => plainLetters(sql`(' ' || ${person.firstName} || ' ' || ${person.lastName} || ' ' || ${person.email})`),
    ),
  },
  (t) => [
    uniqueIndex('person_issuer_subject').on(t.issuer, t.subject),
    // `pro_ends_at` is part of the indexes, so that people whose membership has ended are skipped without reading their
    // rows.
    index('person_by_first_name').on(t.firstNameKey, t.lastNameKey, t.personId, t.proEndsAt),
    index('person_by_last_name').on(t.lastNameKey, t.firstNameKey, t.personId, t.proEndsAt),
    index('person_by_email').on(sql`lower(${t.email})`, t.personId),
    index('person_pro').on(t.proEndsAt).where(sql`pro_ends_at is not null`),
    index('person_admin').on(t.personId).where(sql`is_admin`),
    index('person_never_logged_in').on(t.personId).where(sql`added_at is not null and first_login_at is null`),
    index('person_search').using('gin', t.searchText.op('gin_trgm_ops')),
    index('person_email_search').using('gin', t.email.op('gin_trgm_ops')),
  ],
);

/** People removed recently: tokens that are still valid must not create them again. */
export const removedIdentity = pgTable('removed_identity', {
  /** SHA-256 of issuer and subject, hex: anonymous. */
  identityHash: text('identity_hash').primaryKey(),
  removedAt: moment('removed_at').notNull().defaultNow(),
});

export const personalAccessToken = pgTable(
  'personal_access_token',
  {
    tokenId: uuid('token_id').primaryKey().defaultRandom(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.personId, { onDelete: 'cascade' }),
    tenantId: text('tenant_id').notNull(),
    name: text('name').notNull(),
    abilities: text('abilities').array().notNull(),
    /** The content that it may publish, as scopes of roles; null: all that its owner may. */
    scopes: text('scopes').array(),
    /** SHA-256 of the whole token, hex. The token itself is never stored. */
    tokenHash: text('token_hash').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (t) => [
    uniqueIndex('personal_access_token_hash').on(t.tokenHash),
    uniqueIndex('personal_access_token_name').on(t.personId, t.tenantId, t.name),
  ],
);

/* ---------------------------------------------------------------- audit and mail */

/** Who changed rights, addresses and settings, and how. Append-only; names stay when the people are deleted. */
export const auditEvent = pgTable(
  'audit_event',
  {
    eventId: bigint('event_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    /** Null for what concerns the whole installation. */
    tenantId: text('tenant_id'),
    /** Null for the command line and for the server itself. */
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    /** `person.make-admin`, `token.create` ... */
    action: text('action').notNull(),
    targetKind: text('target_kind').notNull(),
    targetId: text('target_id').notNull(),
    details: jsonb('details').notNull().default({}),
    correlationId: text('correlation_id'),
    /** Network address of the request; null where there was none. */
    address: text('address'),
  },
  (t) => [
    index('audit_event_at').on(t.at),
    index('audit_event_action').on(t.action),
    index('audit_event_target').on(t.targetKind, t.targetId),
    index('audit_event_actor').on(t.actorId).where(sql`actor_id is not null`),
    // What an import of people changed, and which of its changes were reverted.
    index('audit_event_import').on(sql`(${t.details} ->> 'import')`).where(sql`(details ->> 'import') is not null`),
    index('audit_event_undoes').on(sql`(${t.details} ->> 'undoes')`).where(sql`(details ->> 'undoes') is not null`),
  ],
);

/** Mail to be sent: written in the transaction that causes it, sent by one server at a time. */
export const outboxMail = pgTable(
  'outbox_mail',
  {
    mailId: uuid('mail_id').primaryKey().defaultRandom(),
    /** One mail per key, even when a request is repeated. */
    key: text('key').notNull(),
    tenantId: text('tenant_id').notNull(),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    replyTo: text('reply_to'),
    /** Address of one-click unsubscription (RFC 8058); null for mails without it. */
    unsubscribeUrl: text('unsubscribe_url'),
    subject: text('subject').notNull(),
    plain: text('plain').notNull(),
    html: text('html').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    sentAt: moment('sent_at'),
    /** Given up: the receiving server refused it, or there were too many attempts. */
    failedAt: moment('failed_at'),
    lastError: text('last_error'),
  },
  (t) => [
    uniqueIndex('outbox_mail_key').on(t.key),
    index('outbox_mail_due').on(t.nextAttemptAt).where(sql`sent_at is null and failed_at is null`),
    // What is deleted by age, and with its person.
    index('outbox_mail_created').on(t.createdAt),
    index('outbox_mail_recipient').on(t.recipient),
    index('outbox_mail_failed').on(t.failedAt).where(sql`failed_at is not null`),
  ],
);

/* ---------------------------------------------------------------- content */

/** One published item: course, instructor, guide ... `data` is what the content workspace built, without bodies. */
export const contentItem = pgTable(
  'content_item',
  {
    tenantId: text('tenant_id').notNull(),
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    status: text('status').notNull(),
    sortOrder: integer('sort_order').notNull().default(0),
    data: jsonb('data').notNull(),
    /** What only an entitled viewer gets, for kinds without lessons. */
    body: jsonb('body').notNull().default({}),
    /** Title, `data` and the main text's language in other languages, by language. */
    translations: jsonb('translations').notNull().default({}),
    /** `body` in other languages, by language. */
    translatedBodies: jsonb('translated_bodies').notNull().default({}),
    /** Repository, commit and folder of the files, where that is known. */
    source: jsonb('source'),
    /** SHA-256 over the pushed files and the renderer's version: equal means unchanged. */
    sourceHash: text('source_hash').notNull(),
    version: integer('version').notNull(),
    findings: jsonb('findings').notNull(),
    publishedAt: moment('published_at').notNull().defaultNow(),
    /** When learners could first see it: for news and feeds. */
    firstPublishedAt: moment('first_published_at').notNull().defaultNow(),
    publishedBy: uuid('published_by'),
    /** When the item was removed; its id and the learners' progress stay. */
    removedAt: moment('removed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.kind, t.id] }),
    uniqueIndex('content_item_slug').on(t.tenantId, t.kind, t.slug).where(sql`removed_at is null`),
    // What is published now is counted by it.
    index('content_item_published').on(t.tenantId, t.publishedAt).where(sql`removed_at is null`),
    index('content_item_lab')
      .on(t.tenantId, sql`(${t.body} #>> '{lab,workshop}')`)
      .where(sql`body #>> '{lab,workshop}' is not null`),
  ],
);

/** A lesson or module of a course, body included. */
export const lesson = pgTable(
  'lesson',
  {
    tenantId: text('tenant_id').notNull(),
    lessonId: text('lesson_id').notNull(),
    courseId: text('course_id').notNull(),
    slug: text('slug').notNull(),
    type: text('type').notNull(),
    title: text('title').notNull(),
    status: text('status').notNull(),
    orderColumn: integer('order_column').notNull(),
    parentId: text('parent_id'),
    /** True when lists and counts include it: its own and its module's status are live, whatever the course's is. */
    listed: boolean('listed').notNull(),
    /** The effective entitlements, inherited ones included: empty, auth, pro. */
    entitlements: text('entitlements').array().notNull(),
    /** Fields for lists: duration, summary, instructors, settings. */
    data: jsonb('data').notNull(),
    /** Fields for entitled viewers only: html, headings, video, transcript, links. */
    body: jsonb('body').notNull(),
    /** The questions with their answers. Reads of lessons never select it. */
    knowledgeCheck: jsonb('knowledge_check'),
    /** Title, `data` and the main text's language in other languages, by language. */
    translations: jsonb('translations').notNull().default({}),
    /** `body` and `knowledgeCheck` in other languages, by language. */
    translatedBodies: jsonb('translated_bodies').notNull().default({}),
    /** When it was first listed in a live course: for news. */
    firstListedAt: moment('first_listed_at'),
    /** When a publish last changed its words, its video or its questions; null: none since it was first published. */
    changedAt: moment('changed_at'),
    removedAt: moment('removed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.lessonId] }),
    uniqueIndex('lesson_slug').on(t.tenantId, t.courseId, t.slug).where(sql`removed_at is null`),
    index('lesson_course').on(t.tenantId, t.courseId, t.orderColumn),
    index('lesson_lab')
      .on(t.tenantId, sql`(${t.body} #>> '{lab,workshop}')`)
      .where(sql`body #>> '{lab,workshop}' is not null`),
    index('lesson_first_listed').on(t.firstListedAt, t.tenantId).where(sql`first_listed_at is not null`),
  ],
);

/** One publish of an item with the archive that was pushed: what a rollback publishes again. */
export const contentVersion = pgTable(
  'content_version',
  {
    tenantId: text('tenant_id').notNull(),
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    version: integer('version').notNull(),
    /** The gzipped tar as it was pushed. Null: it lies in the content store, under its hash. */
    packed: bytea('packed'),
    /** SHA-256 of the archive, hex; always there for one in the content store. */
    packedHash: text('packed_hash'),
    /** Bytes of the archive; there together with its hash. */
    packedSize: integer('packed_size'),
    sourceHash: text('source_hash').notNull(),
    /** Status as the files say it. */
    status: text('status').notNull(),
    findings: jsonb('findings').notNull(),
    publishedAt: moment('published_at').notNull().defaultNow(),
    /** Null for what the server itself published. */
    publishedBy: uuid('published_by'),
    /** The token that published it; its name stays when the token is deleted. */
    tokenId: uuid('token_id'),
    tokenName: text('token_name'),
    source: jsonb('source'),
    /** The version whose archive was published again. */
    rollbackOf: integer('rollback_of'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.kind, t.id, t.version] }),
    index('content_version_packed_hash').on(t.packedHash).where(sql`packed_hash is not null`),
    index('content_version_published').on(t.tenantId, t.publishedAt),
    index('content_version_published_by').on(t.publishedBy).where(sql`published_by is not null`),
  ],
);

/** Incremented by each publish: part of the cache key of every page and list. */
export const catalogueVersion = pgTable('catalogue_version', {
  tenantId: text('tenant_id').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull(),
});

/* ---------------------------------------------------------------- learners (the learner leads every key) */

/** The progress ledger: append-only, idempotent by (person, key). Every count is derived from it. */
export const progressEvent = pgTable(
  'progress_event',
  {
    personId: uuid('person_id').notNull(),
    key: text('key').notNull(),
    tenantId: text('tenant_id').notNull(),
    /** lesson, guide or course; ids are unique per kind. The course of a lesson is looked up, because lessons may move between courses. */
    itemKind: text('item_kind').notNull(),
    itemId: text('item_id').notNull(),
    kind: text('kind').notNull(),
    value: integer('value'),
    /** When it happened by the learner's clock, limited to between the account's creation and now. */
    at: moment('at').notNull(),
    recordedAt: moment('recorded_at').notNull().defaultNow(),
    sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.key] }),
    index('progress_event_item').on(t.personId, t.tenantId, t.itemKind, t.itemId),
    // The ledger grows at its end: recent rows, and those of some weeks, lie in few blocks of it.
    index('progress_event_moments').using('brin', t.recordedAt, t.at),
  ],
);

export const favorite = pgTable(
  'favorite',
  {
    personId: uuid('person_id').notNull(),
    tenantId: text('tenant_id').notNull(),
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.tenantId, t.kind, t.id] }),
    // How many people have an item as a favorite.
    index('favorite_item').on(t.tenantId, t.kind, t.id),
  ],
);

/**
 * An attempt at a knowledge check. It keeps the questions and answers it was made with, so that a later publish changes
 * nothing in it. A visitor's attempt is known by its unguessable id alone and is deleted after a day.
 */
export const knowledgeCheckAttempt = pgTable(
  'knowledge_check_attempt',
  {
    attemptId: uuid('attempt_id').primaryKey().defaultRandom(),
    /** Null for a visitor. */
    personId: uuid('person_id'),
    tenantId: text('tenant_id').notNull(),
    lessonId: text('lesson_id').notNull(),
    /** Questions and options in the order shown, with answers, messages and the percent needed. */
    asked: jsonb('asked').notNull(),
    /** Keys of the chosen options, by question key. */
    selected: jsonb('selected').notNull().default({}),
    /** Questions asked. */
    total: integer('total').notNull(),
    /** Questions answered correctly; null before it is submitted, as is `passed`. */
    score: integer('score'),
    passed: boolean('passed'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When an option was last chosen. */
    updatedAt: moment('updated_at').notNull().defaultNow(),
    submittedAt: moment('submitted_at'),
    /** When another attempt was granted after this one; null again once that one has begun. */
    retryGrantedAt: moment('retry_granted_at'),
    /** Seconds that this attempt has besides the limit of its check. */
    moreTime: integer('more_time').notNull().default(0),
  },
  (t) => [
    uniqueIndex('knowledge_check_attempt_open')
      .on(t.personId, t.tenantId, t.lessonId)
      .where(sql`submitted_at is null and person_id is not null`),
    index('knowledge_check_attempt_person').on(t.personId, t.tenantId, t.lessonId),
    index('knowledge_check_attempt_submitted').on(t.tenantId, t.submittedAt),
    index('knowledge_check_attempt_visitors').on(t.createdAt).where(sql`person_id is null`),
  ],
);

/** A Pro member's request for an exam voucher: one for each year of membership. */
export const voucherRequest = pgTable(
  'voucher_request',
  {
    requestId: uuid('request_id').primaryKey().defaultRandom(),
    personId: uuid('person_id').notNull(),
    /** The academy in which it was requested. */
    tenantId: text('tenant_id').notNull(),
    /** Start of the year of membership that it belongs to. */
    yearStartsAt: moment('year_starts_at').notNull(),
    requestedAt: moment('requested_at').notNull().defaultNow(),
    /** When an administrator marked the voucher as sent. */
    sentAt: moment('sent_at'),
  },
  (t) => [
    uniqueIndex('voucher_request_year').on(t.personId, t.yearStartsAt),
    index('voucher_request_tenant').on(t.tenantId, t.requestedAt),
  ],
);

/* ---------------------------------------------------------------- feedback */

/** Texts and ratings of learners and visitors. */
export const feedback = pgTable(
  'feedback',
  {
    feedbackId: uuid('feedback_id').primaryKey().defaultRandom(),
    tenantId: text('tenant_id').notNull(),
    /** Null for a visitor. */
    personId: uuid('person_id'),
    /** lesson, course, or empty for the academy as a whole. */
    feedbackableType: text('feedbackable_type').notNull().default(''),
    feedbackableId: text('feedbackable_id'),
    courseId: text('course_id'),
    /** Name of the form that was filled in. */
    schema: text('schema').notNull(),
    comments: text('comments').notNull().default(''),
    /** 1 to 5; of surveys only. */
    rating: integer('rating'),
    /** Answers of a survey. */
    answers: jsonb('answers').notNull().default({}),
    /** Browser and page in which it was written. */
    context: jsonb('context').notNull().default({}),
    isBug: boolean('is_bug').notNull().default(false),
    allowContact: boolean('allow_contact').notNull().default(false),
    /** Made by the sender, so that a repeated message is stored once. */
    idempotencyKey: text('idempotency_key'),
    createdAt: moment('created_at').notNull().defaultNow(),
    ...handling(),
  },
  (t) => [
    uniqueIndex('feedback_idempotency_key').on(t.tenantId, t.idempotencyKey),
    index('feedback_tenant').on(t.tenantId, t.createdAt),
    // Has all that ratings are counted by.
    index('feedback_rated')
      .on(t.tenantId, t.createdAt, t.feedbackableType, t.feedbackableId, t.courseId, t.rating)
      .where(sql`rating is not null`),
    index('feedback_person').on(t.personId),
  ],
);
