import { getMyAccess } from '@academy/contract/people';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditEvent, person } from '../db/tables.ts';
import { startApp, type TestPerson } from '../testing/start-app.ts';
import { firstAdministrator } from './first-administrator.ts';
import { peopleService, type SessionIdentity } from './people.service.ts';
import { peopleStore } from './people.store.ts';

const app = await startApp();
const { db } = app.database;
const FIRST = 'first@example.org';

beforeEach(async () => {
  await db.delete(person);
  await db.delete(auditEvent);
});

/** A person who signed in with another provider. */
const who = (subject: string, more: Partial<SessionIdentity> = {}): SessionIdentity => ({
  issuer: 'https://id.example.org/',
  subject,
  email: FIRST,
  firstName: 'First',
  lastName: 'Person',
  emailVerified: true,
  grantId: null,
  sessionUid: null,
  issuedAt: Date.now(),
  authenticatedAt: null,
  ...more,
});
const service = () => peopleService(peopleStore(db), Date.now, firstAdministrator(db, FIRST));

test('the person with the verified address of the setting becomes the first administrator, audited', async () => {
  expect(await service().actorOfSession(who('a'))).toMatchObject({ isAdmin: true });
  expect(await db.select().from(auditEvent)).toMatchObject([
    { action: 'person.make-admin', actorName: 'setting of the first administrator', actorId: null },
  ]);
});

test('nobody becomes one by an address that is not verified, or by another one', async () => {
  const people = service();
  expect(await people.actorOfSession(who('a', { emailVerified: false }))).toMatchObject({ isAdmin: false });
  expect(await people.actorOfSession(who('b', { email: 'second@example.org' }))).toMatchObject({ isAdmin: false });
  expect(await people.actorOfSession(who('c', { email: '' }))).toMatchObject({ isAdmin: false });
  expect(await db.$count(person, eq(person.isAdmin, true))).toBe(0);
});

test('the address may be verified later', async () => {
  const people = service();
  expect(await people.actorOfSession(who('a', { emailVerified: false }))).toMatchObject({ isAdmin: false });
  people.forget();
  expect(await people.actorOfSession(who('a'))).toMatchObject({ isAdmin: true });
});

test('the setting has no effect once there is an administrator', async () => {
  await app.aPerson({ admin: true });
  expect(await service().actorOfSession(who('a'))).toMatchObject({ isAdmin: false });
});

test('of several people with that address one becomes administrator', async () => {
  const people = service();
  const actors = await Promise.all(['a', 'b', 'c', 'd'].map((subject) => people.actorOfSession(who(subject))));
  expect(actors.filter(({ isAdmin }) => isAdmin)).toHaveLength(1);
  expect(await db.$count(auditEvent)).toBe(1);
});

test('two people with one address stay two, identified by subject', async () => {
  const people = service();
  const [here, there, again] = [
    await people.actorOfSession(who('a')),
    await people.actorOfSession(who('a', { issuer: 'https://other.example.org/' })),
    await people.actorOfSession(who('b')),
  ];
  expect(new Set([here.personId, there.personId, again.personId]).size).toBe(3);
  expect([here.isAdmin, there.isAdmin, again.isAdmin]).toEqual([true, false, false]);
});

test('a person who takes over an address gets no rights of its owner', async () => {
  const admin: TestPerson = await app.aPerson({ admin: true });
  const other = await app.aPerson();
  await db.update(person).set({ email: admin.email }).where(eq(person.personId, other.personId));
  const { body } = await app.call(getMyAccess, {}, { tenant: 'spring', bearer: await other.bearer() });
  expect(body.data).toMatchObject({ userId: other.personId, isAdmin: false });
});
