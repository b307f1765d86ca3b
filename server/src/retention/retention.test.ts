import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { getTableName } from 'drizzle-orm/table';
import { beforeEach, expect, it } from 'vitest';
import { readSettings } from '../composition/read-settings.ts';
import { attemptWindow } from '../db/identity-tables.ts';
import { labSession, labSnapshot } from '../db/lab-tables.ts';
import { contactMessage } from '../db/message-tables.ts';
import { sentNotification } from '../db/notification-tables.ts';
import { pageView } from '../db/page-view-tables.ts';
import { auditEvent, feedback, knowledgeCheckAttempt, outboxMail, person, progressEvent } from '../db/tables.ts';
import { webhook, webhookDelivery } from '../db/webhook-tables.ts';
import { testDatabase } from '../testing/database.ts';
import { deleteDue } from './retention.service.ts';
import { RETENTION_RULES, retentionStore } from './retention.store.ts';

const { db, pool } = await testDatabase();
const tenantId = 'spring';
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const keeping = (text?: string) => readSettings(text === undefined ? {} : { ACADEMY_RETENTION: text }).retention;

beforeEach(async () => {
  for (const { table } of Object.values(RETENTION_RULES)) await db.delete(table);
  for (const table of [progressEvent, webhook, person]) await db.delete(table);
});

async function aPerson(): Promise<string> {
  const subject = randomUUID();
  const rows = await db
    .insert(person)
    .values({ issuer: 'embedded', subject, email: `${subject}@example.org` })
    .returning();
  return rows[0]?.personId ?? '';
}

/** Writes a record of every kind, so many days old. */
async function recordsOf(days: number): Promise<void> {
  const at = daysAgo(days);
  const personId = await aPerson();
  const key = randomUUID();
  const mail = { kind: 'contact', recipient: 'a@example.org', subject: 's', plain: 'p', html: 'h' };
  await db.insert(auditEvent).values({ at, action: 'token.create', actorName: 'a', targetKind: 't', targetId: key });
  await db.insert(outboxMail).values({ ...mail, key, tenantId, createdAt: at });
  const [hook] = await db
    .insert(webhook)
    .values({ tenantId, url: 'https://hooks.example.org/', events: [], secret: 'x' })
    .returning();
  const delivery = { webhookId: hook?.webhookId ?? '', event: 'lesson.completed', eventKey: key, payload: {} };
  await db.insert(webhookDelivery).values({ ...delivery, happenedAt: at });
  await db
    .insert(sentNotification)
    .values({ personId, tenantId, kind: 'news', subject: 's', mailKey: key, sentAt: at });
  await db
    .insert(pageView)
    .values({ tenantId, day: at.toISOString().slice(0, 10), kind: 'screen', itemId: key, views: 1 });
  const lab = { personId, tenantId, itemKind: 'lesson', itemId: 'l', title: 't', path: '/p', provider: 'sandbox' };
  const [session] = await db
    .insert(labSession)
    .values({ ...lab, state: 'ended', startedAt: at, lastSeenAt: at })
    .returning();
  await db.insert(labSnapshot).values({ sessionId: session?.sessionId ?? '', snapshot: {}, madeAt: at });
  const names = { firstName: 'A', lastName: 'B', email: 'a@example.org' };
  await db.insert(contactMessage).values({ ...names, tenantId, subject: 's', message: 'm', createdAt: at });
  await db.insert(feedback).values({ tenantId, schema: 'general', createdAt: at });
  const attempt = { tenantId, lessonId: 'l', asked: [], total: 1, createdAt: at };
  await db.insert(knowledgeCheckAttempt).values([attempt, { ...attempt, personId }]);
  await db.insert(attemptWindow).values({ key, count: 1, endsAt: at });
}

const counts = async () => ({
  audit: await db.$count(auditEvent),
  mail: await db.$count(outboxMail),
  deliveries: await db.$count(webhookDelivery),
  notifications: await db.$count(sentNotification),
  pageViews: await db.$count(pageView),
  labs: await db.$count(labSession),
  snapshots: await db.$count(labSnapshot),
  contact: await db.$count(contactMessage),
  feedback: await db.$count(feedback),
  attempts: await db.$count(knowledgeCheckAttempt),
  limits: await db.$count(attemptWindow),
});

it('what is usual keeps messages and the audit log, and no old mail', async () => {
  for (const days of [181, 31, 29, -1]) await recordsOf(days);
  expect(await retentionStore(db).due(keeping())).toMatchObject({
    ...{ audit: null, labs: null, mail: 2, deliveries: 2, notifications: 1, visitorAttempts: 3, limits: 3 },
  });
  expect(await deleteDue(db, keeping())).toEqual({
    ...{ mail: 2, deliveries: 2, notifications: 1, visitorAttempts: 3, limits: 3 },
  });
  expect(await counts()).toEqual({
    ...{ audit: 4, mail: 2, deliveries: 2, notifications: 3, pageViews: 4, labs: 4, snapshots: 4, contact: 4 },
    // Those of learners, and one of a visitor of today.
    ...{ feedback: 4, attempts: 5, limits: 1 },
  });
});

it('every period that may be chosen deletes what is older', async () => {
  for (const days of [200, 100]) await recordsOf(days);
  const retention = keeping(
    'audit=150d,mail=150d,deliveries=150d,notifications=190d,pageViews=150d,labs=150d,contact=150d,feedback=150d',
  );
  await deleteDue(db, retention);
  const { attempts, limits, ...others } = await counts();
  expect(others).toEqual(Object.fromEntries(Object.keys(others).map((name) => [name, 1])));
  expect([attempts, limits]).toEqual([2, 0]);
  expect(await deleteDue(db, retention)).toEqual({});
  expect(keeping('mail=forever')).toMatchObject({ mail: null, deliveries: 30 });
});

it('a lab that runs stays, however old', async () => {
  await recordsOf(100);
  await db.update(labSession).set({ state: 'running' });
  await deleteDue(db, keeping('labs=1d'));
  expect(await db.$count(labSession)).toBe(1);
});

it('more than one batch is deleted, by several servers at once', async () => {
  await db.execute(sql`
    insert into attempt_window (key, count, ends_at) select 'k' || n, 1, now() - interval '1 day' from generate_series(1, 2500) n`);
  const done = await Promise.all([deleteDue(db, keeping()), deleteDue(db, keeping())]);
  expect(done.reduce((sum, { limits = 0 }) => sum + limits, 0)).toBe(2_500);
});

it('a row that something holds does not stop the others', async () => {
  for (const days of [40, 40]) await recordsOf(days);
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select 1 from outbox_mail limit 1 for update');
  expect(await deleteDue(db, keeping())).toMatchObject({ mail: 1 });
  await client.query('rollback');
  client.release();
  expect(await deleteDue(db, keeping())).toEqual({ mail: 1 });
});

it('progress and certificates are out of reach', async () => {
  const tables = Object.values(RETENTION_RULES).map(({ table }) => getTableName(table));
  const { rows } = await pool.query<{ name: string }>(
    `with recursive reached as (
       select unnest($1::text[])::regclass as id
       union
       select f.conrelid::regclass from pg_constraint f join reached r on f.confrelid = r.id
       where f.contype = 'f' and f.confdeltype = 'c')
     select id::text as name from reached`,
    [tables],
  );
  const reached = rows.map(({ name }) => name);
  expect(reached).toEqual(expect.arrayContaining(['lab_snapshot', 'lab_step']));
  for (const name of ['progress_event', 'certificate', 'person', 'account', 'content_version'])
    expect(reached).not.toContain(name);
});

it.each([
  ['mail=1d', 'for mail must be at least 7d'],
  ['notifications=30d', 'for notifications must be at least 180d'],
  ['audit=soon', 'for audit must be days such as 400d, or forever'],
  ['signIn=3d', 'has names other than'],
  ['ledger=3d', 'has names other than'],
  ['audit', 'must be name=value pairs'],
])('a wrong period is refused: %s', (text, problem) => {
  expect(() => keeping(text)).toThrow(problem);
});
