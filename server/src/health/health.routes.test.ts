import { getHealth, type Health } from '@academy/contract/health';
import { noteSignIn } from '@academy/identity/sign-in-channel';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { startPolling } from '../background/polling.ts';
import { noteBackup } from '../backup/noted-backups.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp } from '../testing/start-app.ts';

const app = await startApp({ slowStatementMs: 40, keepsAccounts: true });
const { db } = app.database;
const admin = await app.aPerson({ admin: true });

async function health(): Promise<Health> {
  const { status, body } = await app.call(getHealth, {}, { bearer: await admin.bearer() });
  expect(status).toBe(200);
  return body.data as Health;
}

it('is for administrators only', async () => {
  const learner = await app.aPerson();
  expect((await app.call(getHealth, {})).status).toBe(401);
  expect((await app.call(getHealth, {}, { bearer: await learner.bearer() })).status).toBe(403);
});

it('shows a new installation as it is', async () => {
  const { server, database, clock, disk, webhooks, labs, content, backup, mail } = await health();
  expect(server).toMatchObject({ version: expect.any(String), memoryBytes: expect.any(Number) });
  expect(Date.parse(server.startedAt)).toBeLessThan(Date.now());
  expect(database.version).toMatch(/^\d+/);
  expect(database.bytes).toBeGreaterThan(1_000_000);
  expect(clock).toMatchObject({ state: 'well' });
  expect(disk).toBeNull();
  expect(webhooks).toEqual({ state: 'well', problem: null, active: 0, paused: 0, waiting: 0, failed: 0 });
  expect(labs).toEqual({ state: 'well', problem: null, running: 0, failed: 0 });
  expect(content).toMatchObject({ state: 'warning', problem: 'none' });
  expect(content.academies.map(({ tenantId }) => tenantId)).toContain('spring');
  expect(backup).toEqual({ state: 'unknown', problem: null, at: null });
  expect(mail).toMatchObject({ state: 'well', waiting: 0 });
});

it('shows what the mail server answered', async () => {
  await enqueueMail(db, {
    ...{ key: 'health', tenantId: 'spring', kind: 'contact', recipient: 'lena@example.org' },
    ...{ subject: 'Hello', plain: 'Hello', html: '<p>Hello</p>' },
  });
  await db.execute(sql`update outbox_mail set last_error = 'ECONNREFUSED', created_at = now() - interval '20 minutes'`);
  const { mail } = await health();
  expect(mail).toMatchObject({ state: 'wrong', problem: 'failing', waiting: 1, error: 'ECONNREFUSED' });
  expect(mail.oldestSeconds).toBeGreaterThanOrEqual(1_200);
});

it('shows when the last backup was written', async () => {
  await noteBackup(db, { edition: '1.0.0', rows: 10, encrypted: true });
  const { backup } = await health();
  expect(backup.state).toBe('well');
  expect(Date.now() - Date.parse(backup.at ?? '')).toBeLessThan(60_000);
});

it('shows when each academy last published', async () => {
  await publishCourse(app, 'spring', aCourse({ id: 'spring-healthy', lessons: [] }));
  const { content } = await health();
  expect(content.state).toBe('well');
  const spring = content.academies.find(({ tenantId }) => tenantId === 'spring');
  expect(spring?.items).toBe(1);
  expect(Date.now() - Date.parse(spring?.publishedAt ?? '')).toBeLessThan(60_000);
});

it('shows background work that fails', async () => {
  const log = pino({ level: 'silent' });
  const polling = startPolling({
    ...{ work: 'work of the health test', everyMs: 60_000, log },
    run: () => Promise.reject(new Error('no')),
  });
  onTestFinished(() => polling.stop());
  await polling.firstRun;
  const { work } = await health();
  expect(work).toMatchObject({ state: 'warning', problem: 'failing' });
  expect(work.works.find(({ name }) => name === 'work of the health test')?.failures).toBe(1);
});

it('counts requests and log-ins of the last hour', async () => {
  const before = await health();
  await app.call(getHealth, {});
  noteSignIn('sent-back');
  noteSignIn('signed-in');
  const after = await health();
  expect(after.requests.refused).toBe(before.requests.refused + 1);
  expect(after.requests.all).toBeGreaterThanOrEqual(before.requests.all + 2);
  expect(after.logIns?.refused).toBe((before.logIns?.refused ?? 0) + 1);
  expect(after.logIns?.succeeded).toBe((before.logIns?.succeeded ?? 0) + 1);
});

it('names the slowest statement of the last hour', async () => {
  await db.execute(sql`select pg_sleep(0.3)`);
  const { statements } = await health();
  expect(statements).toMatchObject({ thresholdMs: 40, slowest: { call: 'other' } });
  expect(statements.slowest?.ms).toBeGreaterThanOrEqual(300);
});
