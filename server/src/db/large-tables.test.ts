import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { readPersonalData } from '../account/export.store.ts';
import { certificatesStore } from '../certificates/certificates.store.ts';
import { contactAdminStore } from '../contact/contact-admin.store.ts';
import { feedbackAdminStore } from '../feedback/feedback-admin.store.ts';
import { endAllSessions, endSessionsOf } from '../identity/sessions.store.ts';
import { outboxStore } from '../mail/outbox.store.ts';
import { voucherRequestsStore } from '../memberships/voucher-requests.store.ts';
import { readDatabaseCounts } from '../metrics/database-counts.store.ts';
import { dueChoices } from '../notifications/due-choices.store.ts';
import { peopleSearchStore } from '../people/people-search.store.ts';
import { removePerson } from '../people/remove-person.ts';
import { progressStore } from '../progress/progress.store.ts';
import { publishingAdminStore } from '../publishing/publishing-admin.store.ts';
import { testDatabase } from '../testing/database.ts';
import { personIdOf, type TenantScope } from '../values/scope.ts';
import { webhooksStore } from '../webhooks/webhooks.store.ts';
import { connect, type Database } from './connect.ts';
import { person } from './tables.ts';

const { db, connectionString } = await testDatabase();
const tenantId = 'kube' as TenantScope;
/** Rows of each table, and how many of them a statement may read: pages and counts of tables end at 10,000. */
const ROWS = 25_000;
const MAX = 12_000;

const idOf = (kind: string, n: number | SQL = sql`n`) => sql`md5(${sql.raw(`'${kind} '`)} || ${n})::uuid`;
const course = sql`'course-' || n % 20000`;
const at = sql`now() - n * interval '1 minute'`;
/** As long as what is stored: of short rows a table is read sooner than its index. */
const wide = sql`to_jsonb((select string_agg(md5(n || ' ' || k), '') from generate_series(1, 30) k))`;
const names = sql`'Ada', 'Number ' || n`;
const email = sql`'learner-' || n || '@mail.example.org'`;

/** A value for each column, by `n` from 1. */
const FILLS: Readonly<Record<string, SQL>> = {
  'person (person_id, issuer, subject, first_name, last_name, email, email_verified)': sql`${idOf('person')}, 'embedded', ${idOf('account')}, ${names}, ${email}, true`,
  'account (account_id, email, first_name, last_name, password_hash)': sql`${idOf('account')}, ${email}, ${names}, 'x'`,
  'account_session (session_uid, account_id, user_agent)': sql`'session ' || n, ${idOf('account')}, 'browser'`,
  'identity_artifact (model, id, uid, grant_id, payload)': sql`
    (array['Session', 'Grant', 'RefreshToken'])[1 + k], 'artifact ' || n || ' ' || k,
    case when k = 0 then 'session ' || n end, case when k = 2 then 'artifact ' || n || ' 1' end,
    jsonb_build_object('accountId', ${idOf('account')},
      'authorizations', jsonb_build_object('client', jsonb_build_object('grantId', 'artifact ' || n || ' 1')))`,
  'favorite (person_id, tenant_id, kind, id)': sql`${idOf('person')}, 'kube', 'course', ${course}`,
  'content_item (tenant_id, kind, id, slug, title, status, data, source_hash, version, findings)': sql`
    (array['kube', 'spring'])[1 + n % 2], 'course', 'course-' || n / 2, 'course-' || n / 2, 'Course', 'live', ${wide}, '', 1, '[]'`,
  'lesson (tenant_id, lesson_id, course_id, slug, type, title, status, order_column, listed, entitlements, data, body)': sql`
    'kube', 'lesson-' || n, ${course}, 'lesson-' || n, 'article', 'Lesson', 'live', 1, true, '{}', ${wide}, '{}'`,
  'content_version (tenant_id, kind, id, version, source_hash, status, findings, published_by)': sql`
    'kube', 'course', ${course}, n, '', 'live', '[]', ${idOf('person')}`,
  'progress_event (person_id, key, tenant_id, item_kind, item_id, kind, at)': sql`
    ${idOf('person')}, 'a', 'kube', 'lesson', 'lesson-' || n, 'completed', now()`,
  'certificate (person_id, tenant_id, kind, item_id, name, title, duration, lessons_count, issued_at)': sql`
    ${idOf('person')}, 'kube', 'course', ${course}, 'Ada Number ' || n, 'Course', 1, 1, ${at}`,
  'feedback (tenant_id, person_id, feedbackable_type, feedbackable_id, course_id, schema, rating, created_at, answers)': sql`
    'kube', ${idOf('person')}, 'course', 'course-' || n % 500, 'course-' || n % 500, 'course-v1',
    case when n % 8 = 0 then 5 end, ${at}, ${wide}`,
  'contact_message (tenant_id, person_id, first_name, last_name, email, subject, message, created_at)': sql`
    'kube', ${idOf('person')}, ${names}, ${email}, 'Question', 'Where?', ${at}`,
  'audit_event (tenant_id, actor_id, actor_name, action, target_kind, target_id)': sql`
    'kube', ${idOf('person')}, 'Ada', 'person.rename', 'person', ${idOf('person')}`,
  'outbox_mail (key, tenant_id, kind, recipient, subject, plain, html, created_at, sent_at)': sql`
    'mail ' || n, 'kube', 'weekly-digest', ${email}, 's', 'p', 'h', ${at}, case when n % 1000 > 0 then now() end`,
  'managed_email (email_id, type, email, person_id)': sql`${idOf('email')}, 'work', 'work-' || n, ${idOf('person')}`,
  'managed_email_code (email_id, person_id, code_hash, expires_at)': sql`${idOf('email')}, ${idOf('person')}, 'x', now()`,
  'notice_choice (person_id, tenant_id, kind, is_on, token, chosen_at, looked_until, due_at)': sql`
    ${idOf('person')}, 'kube', (array['new-content', 'weekly-digest'])[1 + n % 2], true, 'token ' || n, now(), now(), now() + interval '1 day'`,
  'voucher_request (person_id, tenant_id, year_starts_at, requested_at)': sql`${idOf('person')}, 'kube', now(), ${at}`,
  'webhook (webhook_id, tenant_id, url, events, secret)': sql`${idOf('webhook')}, 'kube', 'https://hooks.example.org/', '{}', 's'`,
  'webhook_delivery (webhook_id, event, event_key, payload, happened_at, delivered_at)': sql`
    ${idOf('webhook', 1)}, 'e', 'event ' || n, '{}', ${at}, case when n % 1000 > 0 then now() end`,
};
const FEW: Readonly<Record<string, number>> = { webhook: 1 };

beforeAll(async () => {
  for (const [columns, values] of Object.entries(FILLS)) {
    const [table = ''] = columns.split(' ', 1);
    const thrice = table === 'identity_artifact' ? sql`, generate_series(0, 2) k` : sql``;
    await db.execute(sql`
      insert into ${sql.raw(columns)} select ${values} from generate_series(1, ${FEW[table] ?? ROWS}) n ${thrice}`);
  }
  // Of a small sample, one row that happens to contain a searched word would make it look a hundred times as frequent.
  for (const [table, column] of [
    ['certificate', 'name'],
    ['person', 'email'],
  ] as const)
    await db.execute(
      sql`alter table ${sql.identifier(table)} alter column ${sql.identifier(column)} set statistics 1000`,
    );
  await db.execute(sql`vacuum analyze`);
}, 180_000);

/** Rows that were read of each table, whichever way, where they are many. */
async function readMuch(work: (db: Database) => Promise<unknown>): Promise<Record<string, number>> {
  const one = connect(connectionString, { connections: 1 });
  try {
    await one.pool.query('begin');
    await work(one.db);
    const { rows } = await one.pool.query<{ table: string; rows: number }>(
      `select relname as table, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables`,
    );
    await one.pool.query('rollback');
    return Object.fromEntries(rows.filter(({ rows }) => rows > MAX).map(({ table, rows }) => [table, rows]));
  } finally {
    await one.close();
  }
}

async function aPerson(n: number): Promise<typeof person.$inferSelect> {
  const [row] = await db
    .select()
    .from(person)
    .where(sql`person_id = ${idOf('person', n)}`);
  if (row === undefined) throw new Error(`person ${n} was not filled`);
  return row;
}

const everybody = {
  searchValue: '',
  includeExpireData: false,
  neverLoggedIn: false,
  sortDir: 'asc',
  pageNumber: 0,
  pageSize: 20,
} as const;
const page = { pageNumber: 3, pageSize: 20 };
const asked = { now: new Date(), max: 200 };

test.each<[string, (db: Database) => Promise<unknown>]>([
  ['use of a course', (own) => publishingAdminStore(own).use(tenantId, 'path', 'course-1')],
  ['everybody by name', (own) => peopleSearchStore(own).search({ ...everybody, sortBy: 'lastName' }, new Date())],
  [
    'everybody, members first',
    (own) => peopleSearchStore(own).search({ ...everybody, sortBy: 'isPro', sortDir: 'desc' }, new Date()),
  ],
  ['everybody, admins last', (own) => peopleSearchStore(own).search({ ...everybody, sortBy: 'isAdmin' }, new Date())],
  ['certificates', (own) => certificatesStore(own).search(tenantId, { ...page, search: '' })],
  ['certificates with a name', (own) => certificatesStore(own).search(tenantId, { ...page, search: 'number 7777' })],
  ['certificates of one person', (own) => certificatesStore(own).search(tenantId, { ...page, search: 'learner-777@' })],
  ['requests for vouchers', (own) => voucherRequestsStore(own).page(tenantId, { q: '' }, page)],
  [
    'requests for vouchers of one person',
    (own) => voucherRequestsStore(own).page(tenantId, { q: 'learner-777@' }, page),
  ],
  ['feedback', (own) => feedbackAdminStore(own).page(tenantId, { q: '' }, { ...page, sortBy: 'at', sortDir: 'desc' })],
  ['courses with feedback', (own) => feedbackAdminStore(own).courses(tenantId)],
  ['ratings', (own) => feedbackAdminStore(own).ratings(tenantId, {}, 200)],
  [
    'contact messages',
    (own) => contactAdminStore(own).page(tenantId, { q: '' }, { ...page, sortBy: 'at', sortDir: 'desc' }),
  ],
  ['subjects of contact messages', (own) => contactAdminStore(own).subjects(tenantId)],
  ['numbers of deliveries', (own) => webhooksStore(own).counts(tenantId)],
  ['deliveries', (own) => webhooksStore(own).deliveries(tenantId, {}, page)],
  ['state of the mail', (own) => outboxStore(own).summary()],
  ['metrics', readDatabaseCounts],
  ['ending a session', async (own) => endSessionsOf(own, (await aPerson(5)).subject, ['session 5'])],
  ['ending all sessions of a person', async (own) => endAllSessions(own, (await aPerson(6)).subject)],
  ['export of an account', async (own) => readPersonalData(own, await aPerson(7))],
  ['removal of a person', async (own) => removePerson(own as never, (await aPerson(8)).personId)],
  ['courses of a learner', async (own) => progressStore(own).allInCourses(personIdOf(await aPerson(9)), tenantId)],
  ['learners who wait for news', (own) => dueChoices(own).passOverNewContent(asked.now, 0, 5_000)],
  ['learners with news', (own) => dueChoices(own).newContent(asked.now, 0, asked.max)],
  ['members whose time ends', (own) => dueChoices(own).membershipEnd(asked.now, asked.max)],
])('no large table is read as a whole for: %s', async (_name, work) => {
  expect(await readMuch(work)).toEqual({});
});
