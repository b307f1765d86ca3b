import { deleteAccount, endSessions, getAccount, listSessions, updateAccount } from '@academy/contract/account';
import { getMyAccess } from '@academy/contract/people';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { person, removedIdentity } from '../db/tables.ts';
import { FOREIGN_CLIENT, startForeignProvider } from '../identity/foreign-provider.fixture.ts';
import { deleteEndedSessions } from '../identity/sessions.store.ts';
import { startApp } from '../testing/start-app.ts';

const people = ['ada', 'eve'].map((id) => ({
  id,
  claims: { email: `${id}@school.example`, email_verified: true, name: `${id} Person` },
}));
const provider = await startForeignProvider({ people });
afterAll(() => provider.close());
const app = await startApp({
  external: {
    ACADEMY_IDENTITY: 'external',
    ACADEMY_ISSUER: provider.issuer,
    ACADEMY_AUDIENCE: 'school-api,another',
    ACADEMY_CLIENT_IDS: `spring=${FOREIGN_CLIENT},kube=${FOREIGN_CLIENT},tanzu=${FOREIGN_CLIENT}`,
    ACADEMY_SIGNING_ALGORITHMS: 'ES256',
    ACADEMY_ACCESS_TOKEN_TYPE: 'JWT',
    ACADEMY_ACCOUNT_URL: 'https://school.example/profile',
  },
});
const { db } = app.database;
const bearerOf = async (id: string) => (await provider.signIn(id)).access_token ?? '';
const status = async (bearer: string) => (await app.call(getMyAccess, {}, { bearer, tenant: 'spring' })).status;

test('another provider manages names and sessions, and is linked to', async () => {
  const bearer = await bearerOf('ada');
  expect((await app.call(getAccount, {}, { bearer })).body.data).toMatchObject({
    email: 'ada@school.example',
    managedHere: false,
    securityUrl: 'https://school.example/profile',
  });
  expect((await app.call(listSessions, {}, { bearer })).body.data).toEqual({ result: [] });
  const renamed = await app.call(updateAccount, { body: { firstName: 'A', lastName: 'B' } }, { bearer });
  expect([renamed.status, renamed.body.errors[0]?.code]).toEqual([409, 'conflict']);
});

test('signing out everywhere refuses the tokens that another provider issued so far', async () => {
  const [bearer, other] = [await bearerOf('ada'), await bearerOf('eve')];
  expect(await status(bearer)).toBe(200);
  const answer = await app.call(endSessions, { body: { everywhere: true } }, { bearer });
  expect(answer.body.data).toEqual({ ended: 0 });
  expect(await status(bearer)).toBe(401);
  expect(await status(other)).toBe(200);
  // Pretends that it happened a moment earlier, so that later sign-ins are accepted.
  const earlier = new Date(Date.now() - 10_000);
  await db.update(person).set({ sessionsEndedAt: earlier }).where(eq(person.email, 'ada@school.example'));
  await expect.poll(async () => status(await bearerOf('ada')), { timeout: 5_000 }).toBe(200);
});

test('a deleted person is created again by signing in, not by old tokens', async () => {
  const bearer = await bearerOf('eve');
  const removed = await app.call(deleteAccount, { body: { email: 'eve@school.example' } }, { bearer });
  expect(removed.body.data).toEqual({ deleted: true });
  expect(await status(bearer)).toBe(401);
  expect(await db.$count(person, eq(person.email, 'eve@school.example'))).toBe(0);

  await db.update(removedIdentity).set({ removedAt: new Date(Date.now() - 10_000) });
  expect(await status(await bearerOf('eve'))).toBe(200);
  expect(await db.$count(person, eq(person.email, 'eve@school.example'))).toBe(1);
  // The record of the removed identity is deleted once no token from before can be valid.
  await deleteEndedSessions(db, new Date(Date.now() + 23 * 3_600_000));
  expect(await db.$count(removedIdentity)).toBe(1);
  await deleteEndedSessions(db, new Date(Date.now() + 25 * 3_600_000));
  expect(await db.$count(removedIdentity)).toBe(0);
});
