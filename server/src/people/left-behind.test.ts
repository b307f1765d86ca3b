import { deleteAccount, exportAccount } from '@academy/contract/account';
import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { account } from '../db/identity-tables.ts';
import { outboxMail, person, progressEvent, removedIdentity } from '../db/tables.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { progressStore } from '../progress/progress.store.ts';
import { startApp } from '../testing/start-app.ts';
import { personIdOf, type TenantScope } from '../values/scope.ts';
import { removePerson } from './remove-person.ts';

const app = await startApp();
const { db } = app.database;
await app.aPerson({ admin: true });

test("an unconfirmed address gives no access to its owner's mail", async () => {
  const eve = await app.aPerson();
  const theirs = { email: 'owner@example.org', emailVerified: false };
  await db.update(account).set(theirs).where(eq(account.email, eve.email));
  await db.update(person).set(theirs).where(eq(person.personId, eve.personId));
  const words = { subject: 'For the owner', plain: 'secret words', html: '' };
  await enqueueMail(db, { key: 'theirs', tenantId: 'spring', kind: 'contact', recipient: theirs.email, ...words });
  const bearer = await eve.bearer({ claims: { email: theirs.email, email_verified: false } });

  const exported = await app.call(exportAccount, {}, { bearer });
  expect(exported.status).toBe(200);
  expect(JSON.stringify(exported.body)).not.toContain('secret words');
  const removed = await app.call(deleteAccount, { body: { email: theirs.email } }, { bearer });
  expect(removed.body.data).toEqual({ deleted: true });
  expect(await db.$count(outboxMail, eq(outboxMail.key, 'theirs'))).toBe(1);
});

test('requests in progress while a person is removed leave nothing behind', async () => {
  const { personId } = await app.aPerson();
  const event = { key: 'late', itemId: 'first', kind: 'started', at: new Date(), value: null } as const;
  const append = () => progressStore(db).append(personIdOf({ personId }), 'spring' as TenantScope, 'lesson', [event]);
  let settled = false;
  let late: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await removePerson(tx, personId);
    late = append().then(
      () => (settled = true),
      () => (settled = true),
    );
    await vi.waitFor(async () => expect(settled || (await waitingForLocks()) > 0).toBe(true), { timeout: 10_000 });
  });
  await late;
  // Another server may still have the person cached for a second.
  await expect(append()).rejects.toMatchObject({ code: 'invalid-token' });
  expect(await db.$count(progressEvent, eq(progressEvent.personId, personId))).toBe(0);
});

test('records of removed people are deleted when their tokens expire', async () => {
  const before = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await db.insert(removedIdentity).values([
    { identityHash: 'old', removedAt: before(25) },
    { identityHash: 'young', removedAt: before(23) },
  ]);
  const [row] = await db
    .insert(person)
    .values({ issuer: 'https://login.example.org', subject: 'one', email: '' })
    .returning({ personId: person.personId });
  await db.transaction((tx) => removePerson(tx, row?.personId ?? ''));
  const left = (await db.select().from(removedIdentity)).map(({ identityHash }) => identityHash);
  expect(left).toHaveLength(2);
  expect(left).toContain('young');
});

async function waitingForLocks(): Promise<number> {
  const { rows } = await db.execute<{ waiting: number }>(
    sql`select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}
