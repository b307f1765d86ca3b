import { getMyAccess } from '@academy/contract/people';
import { getProgressOverlay } from '@academy/contract/progress';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readSettings } from '../composition/read-settings.ts';
import { directoryAccount } from '../db/directory-tables.ts';
import { account } from '../db/identity-tables.ts';
import { directoryPerson } from '../db/provisioning-tables.ts';
import { auditEvent, person, progressEvent } from '../db/tables.ts';
import { deleteDue } from '../retention/retention.service.ts';
import { startApp, type TestPerson } from '../testing/start-app.ts';
import { aDirectory } from './scim.fixture.ts';

const here = await startApp({ keepsAccounts: true });
const there = await startApp({ keepsAccounts: true, beside: here });
const { db } = here.database;
const admin = await here.aPerson({ admin: true });
const acme = await aDirectory(here, 'example.org');
const other = await aDirectory(here, 'other.example');

const SECOND = { timeout: 1_000, interval: 20 };
const described = async ({ email }: TestPerson, more: object = {}) =>
  acme.person(email, { emails: [{ value: email, type: 'work' }], ...more });
const statusOf = async (app: typeof here, bearer: string) =>
  (await app.call(getMyAccess, {}, { bearer, tenant: 'spring' })).status;
const rowOf = async (personId: string) => (await db.select().from(person).where(eq(person.personId, personId)))[0];
const accountOf = async (email: string) => (await db.select().from(account).where(eq(account.email, email)))[0];
const leave = (id: string) => acme.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' });
const audited = async (id: string) =>
  (await db.select().from(auditEvent).where(eq(auditEvent.targetId, id)).orderBy(auditEvent.eventId)).map(
    ({ action }) => action,
  );

test("a leaver's sessions and tokens end within a second on every server", async () => {
  const eva = await here.aPerson();
  const id = await described(eva, { externalId: 'E-1' });
  expect(id).toBe(eva.personId);
  const bearer = await eva.bearer();
  const token = await here.aToken(eva, 'spring', ['progress:read']);
  const withToken = async (app: typeof here) =>
    (await app.call(getProgressOverlay, {}, { bearer: token, tenant: 'spring' })).status;
  for (const app of [here, there]) expect([await statusOf(app, bearer), await withToken(app)]).toEqual([200, 200]);

  expect((await leave(id)).body.active).toBe(false);
  for (const app of [here, there]) {
    expect(await withToken(app)).toBe(401);
    await expect.poll(() => statusOf(app, bearer), SECOND).toBe(401);
  }
  expect(await audited(id)).toEqual(['person.leave']);
  expect(await accountOf(eva.email)).toMatchObject({ endedAt: expect.any(Date) });
  // Said again, it changes nothing.
  expect((await leave(id)).status).toBe(200);
  expect(await audited(id)).toEqual(['person.leave']);

  await acme.patch(`/Users/${id}`, { op: 'replace', value: { active: true } });
  expect(await accountOf(eva.email)).toMatchObject({ endedAt: null });
  expect(await withToken(there)).toBe(200);
  expect(await audited(id)).toEqual(['person.leave', 'person.return']);
  // Who was logged in logs in again.
  await expect.poll(async () => statusOf(there, await eva.bearer()), SECOND).toBe(401);
});

test('the only administrator who can act stays, and nothing is changed', async () => {
  const boss = await here.aPerson({ admin: true });
  const id = await described(boss);
  await db.update(person).set({ isAdmin: false }).where(sql`${person.isAdmin} and ${person.personId} <> ${id}`);
  const refused = [
    await acme.patch(
      `/Users/${id}`,
      { op: 'replace', path: 'displayName', value: 'No' },
      { op: 'replace', path: 'active', value: false },
    ),
    await acme.ask('DELETE', `/Users/${id}`),
    await acme.ask('PUT', `/Users/${id}`, { userName: boss.email, active: false }),
  ];
  for (const { status, body } of refused)
    expect([status, body.detail]).toEqual([403, expect.stringContaining('only administrator')]);
  expect((await acme.ask('GET', `/Users/${id}`)).body).toMatchObject({ active: true });
  expect((await acme.ask('GET', `/Users/${id}`)).body).not.toHaveProperty('displayName');
  expect(await statusOf(here, await boss.bearer())).toBe(200);

  // An administrator who has left is none who could act.
  const second = await here.aPerson({ admin: true });
  const secondId = await described(second);
  expect((await leave(secondId)).status).toBe(200);
  expect((await leave(id)).status).toBe(403);
  await acme.patch(`/Users/${secondId}`, { op: 'replace', path: 'active', value: true });
  expect((await leave(id)).status).toBe(200);
  await db.update(person).set({ isAdmin: true }).where(eq(person.personId, admin.personId));
});

test('a deleted person comes back with everything until retention is over', async () => {
  const eva = await here.aPerson();
  const id = await described(eva, { externalId: 'E-2' });
  const event = { personId: id, key: 'k', tenantId: 'spring', itemKind: 'lesson', itemId: 'l', kind: 'completed' };
  await db.insert(progressEvent).values({ ...event, at: new Date() });
  const progress = () => db.$count(progressEvent, eq(progressEvent.personId, id));
  const retention = readSettings({ ACADEMY_RETENTION: 'leavers=30d' }).retention;

  expect((await acme.ask('DELETE', `/Users/${id}`)).status).toBe(204);
  expect((await acme.ask('GET', `/Users/${id}`)).status).toBe(404);
  expect((await acme.ask('DELETE', `/Users/${id}`)).status).toBe(404);
  await expect.poll(async () => statusOf(there, await eva.bearer()), SECOND).toBe(401);
  await deleteDue(db, retention);
  const renamed = `new-${eva.email}`;
  expect(await acme.person(renamed, { externalId: 'E-2', emails: [{ value: eva.email }] })).toBe(id);
  expect(await progress()).toBe(1);
  expect(await accountOf(eva.email)).toMatchObject({ endedAt: null });

  await acme.ask('DELETE', `/Users/${id}`);
  await db
    .update(directoryPerson)
    .set({ deletedAt: sql`now() - interval '31 days'` })
    .where(eq(directoryPerson.personId, id));
  expect(await deleteDue(db, retention)).toMatchObject({ leavers: 1 });
  expect([await rowOf(id), await accountOf(eva.email), await progress()]).toEqual([undefined, undefined, 0]);
});

test('an account whose address another directory owns is not joined, and not ended', async () => {
  const [eva, bob] = [await here.aPerson(), await here.aPerson()];
  // Of a domain that this directory has not proved.
  const id = await other.person(eva.email, { emails: [{ value: eva.email, primary: true }], active: false });
  expect(id).not.toBe(eva.personId);
  expect(await statusOf(here, await eva.bearer())).toBe(200);
  expect(await rowOf(id)).toMatchObject({ email: '', emailVerified: false });
  // An account that logs in with another directory.
  const of = await accountOf(bob.email);
  const link = { directoryId: other.directoryId, issuer: 'i', subject: 's', accountId: of?.accountId ?? '' };
  await db.insert(directoryAccount).values(link);
  const { status, body } = await acme.ask('POST', '/Users', { userName: bob.email });
  expect([status, body.scimType]).toEqual([409, 'uniqueness']);
});

test('an address follows the directory within its domains, unless another account has it', async () => {
  const [eva, bob] = [await here.aPerson(), await here.aPerson()];
  const id = await described(eva);
  const change = (value: string) =>
    acme.patch(`/Users/${id}`, { op: 'Replace', path: 'emails[type eq "work"].value', value });
  expect((await change(`new-${eva.email}`)).status).toBe(200);
  expect(await rowOf(id)).toMatchObject({ email: `new-${eva.email}`, emailVerified: true });
  expect(await accountOf(`new-${eva.email}`)).toBeDefined();
  expect((await change('eva@elsewhere.example')).body.emails).toEqual([
    { type: 'work', value: 'eva@elsewhere.example' },
  ]);
  expect(await rowOf(id)).toMatchObject({ email: `new-${eva.email}` });
  expect((await change(bob.email)).body.scimType).toBe('uniqueness');
  expect((await acme.ask('GET', `/Users/${id}`)).body.emails).toEqual([
    { type: 'work', value: 'eva@elsewhere.example' },
  ]);
});

test('a new person has names and an account without a password', async () => {
  const email = 'new.person@example.org';
  const id = await acme.person('new.person', {
    ...{
      emails: [{ value: email }],
      name: { givenName: ' Nea ', familyName: '<b>Person' },
      preferredLanguage: 'de-DE',
    },
  });
  const names = { firstName: 'Nea', lastName: 'b Person' };
  expect(await rowOf(id)).toMatchObject({ ...names, email, language: 'de', isAdmin: false, firstLoginAt: null });
  expect(await accountOf(email)).toMatchObject({ ...names, passwordHash: '!', emailVerified: true, endedAt: null });
  expect(await audited(id)).toEqual(['person.add']);
});

test('a person whose directory sends no name keeps theirs', async () => {
  const eva = await here.aPerson();
  const id = await acme.person(eva.email);
  expect(await rowOf(id)).toMatchObject({ firstName: 'Test', lastName: 'Person' });
  await acme.patch(`/Users/${id}`, { op: 'add', path: 'name.familyName', value: 'Evers' });
  expect(await rowOf(id)).toMatchObject({ firstName: '', lastName: 'Evers' });
});

test('a person who is added as one who has left cannot log in', async () => {
  await acme.person('gone@example.org', { active: false });
  expect(await accountOf('gone@example.org')).toMatchObject({ endedAt: expect.any(Date) });
});
