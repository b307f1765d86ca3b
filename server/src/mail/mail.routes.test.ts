import { getMailState } from '@academy/contract/mail';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { outboxMail } from '../db/tables.ts';
import { startApp } from '../testing/start-app.ts';
import { enqueueMail } from './outbox.store.ts';

const app = await startApp();
const { db } = app.database;
const admin = await app.aPerson({ admin: true });

beforeEach(() => db.delete(outboxMail));

const state = async () => (await app.call(getMailState, {}, { bearer: await admin.bearer() })).body.data;
const write = (key: string) =>
  enqueueMail(db, {
    key,
    tenantId: 'spring',
    kind: 'contact',
    recipient: 'a@example.org',
    subject: 'S',
    plain: 'P',
    html: '',
  });
const tried = (key: string, lastError: string) =>
  db.update(outboxMail).set({ attempts: 1, lastError }).where(eq(outboxMail.key, key));

test('mail that waits for its first attempt is no problem', async () => {
  expect(await state()).toEqual({ state: 'working', problem: null, waiting: 0, oldest: null, givenUp: 0 });
  await write('one');
  expect(await state()).toMatchObject({ state: 'working', waiting: 1 });
});

test('an unreachable mail server is reported with the waiting mail', async () => {
  for (const key of ['one', 'two']) await write(key);
  await db
    .update(outboxMail)
    .set({ createdAt: new Date('2030-01-01T10:00:00Z') })
    .where(eq(outboxMail.key, 'one'));
  await tried('two', 'connect ECONNREFUSED 127.0.0.1:25');
  expect(await state()).toMatchObject({
    state: 'failing',
    problem: 'connect ECONNREFUSED 127.0.0.1:25',
    waiting: 2,
  });
});

test('a newer sent mail clears the problem', async () => {
  await write('greylisted');
  await tried('greylisted', '450 greylisted');
  await db.update(outboxMail).set({ createdAt: sql`now() - interval '1 minute'` });
  await write('sent');
  await db.update(outboxMail).set({ sentAt: sql`now()` }).where(eq(outboxMail.key, 'sent'));
  expect(await state()).toMatchObject({ state: 'working', problem: null, waiting: 1 });
});

test('mail that was given up is counted for seven days', async () => {
  for (const key of ['young', 'old']) await write(key);
  await db.update(outboxMail).set({ failedAt: sql`now()`, lastError: '550 no such person' });
  await db.update(outboxMail).set({ failedAt: sql`now() - interval '8 days'` }).where(eq(outboxMail.key, 'old'));
  expect(await state()).toMatchObject({ state: 'working', waiting: 0, givenUp: 1 });
});
