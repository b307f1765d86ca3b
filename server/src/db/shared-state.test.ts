import { sendContactMessage } from '@academy/contract/contact';
import { getMyAccess } from '@academy/contract/people';
import { deleteTokens, listTokens } from '@academy/contract/personal-access-tokens';
import { getProgressOverlay } from '@academy/contract/progress';
import { endViewAs } from '@academy/contract/view-as';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { attemptsStore } from '../identity/attempts.store.ts';
import { anImpersonation } from '../permissions/permission-records.ts';
import { testDatabase } from '../testing/database.ts';
import { startApp } from '../testing/start-app.ts';
import type { TenantScope } from '../values/scope.ts';
import { noteEvents } from '../webhooks/noted-events.ts';
import { webhooksStore } from '../webhooks/webhooks.store.ts';
import { certificate } from './certificate-tables.ts';
import { webhook } from './webhook-tables.ts';

/** Two servers of one academy. */
const database = await testDatabase();
const options = { database, sendsWebhooks: false };
const [here, there] = [await startApp(options), await startApp(options)];
const { db } = database;
const spring = (bearer: string) => ({ tenant: 'spring', bearer });

test('an impersonation begun at one server goes on and ends at the other', async () => {
  const view = await anImpersonation(here, await here.aPerson());
  const seen = async () =>
    Promise.all([here, there].map(async (app) => (await app.call(getMyAccess, {}, spring(view))).status));
  expect(await seen()).toEqual([200, 200]);
  expect((await there.call(endViewAs, {}, spring(view))).status).toBe(200);
  expect(await seen()).toEqual([401, 401]);
});

test('a token revoked at one server is refused at the other at once', async () => {
  const owner = await here.aPerson();
  const token = await here.aToken(owner, 'spring', ['progress:read']);
  const overlay = async () =>
    (await there.call(getProgressOverlay, { query: { kind: 'courses' } }, spring(token))).status;
  expect(await overlay()).toBe(200);
  const bearer = await owner.bearer();
  const { body } = await here.call(listTokens, { query: {} }, { bearer });
  const ids = (body.data as { result: { tokenId: string }[] }).result.map(({ tokenId }) => tokenId);
  expect((await here.call(deleteTokens, { body: ids }, { bearer })).status).toBe(200);
  expect(await overlay()).toBe(401);
});

const VERA = { firstName: 'Vera', lastName: 'Visitor', email: 'vera@example.org', subject: 'An idea for a new course' };

test('a message that a browser repeats to the other server is kept once', async () => {
  const given = {
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { ...VERA, message: 'Is anybody there to answer a question of mine?' },
  };
  const sent = await Promise.all([here, there].map((app) => app.call(sendContactMessage, given, { tenant: 'spring' })));
  expect(sent.map(({ status }) => status)).toEqual([200, 200]);
  const { rows } = await db.execute(sql`select 1 from contact_message where email = 'vera@example.org'`);
  expect(rows).toHaveLength(1);
});

test('views counted at two servers add up', async () => {
  const browser = { 'user-agent': 'Mozilla/5.0' };
  for (const app of [here, there, there]) app.pageViews.note('spring' as TenantScope, '/courses', browser);
  await Promise.all([here, there].map((app) => app.pageViews.write()));
  const { rows } = await db.execute(sql`select views from page_view where tenant_id = 'spring' and kind = 'screen'`);
  expect(rows).toEqual([{ views: 3 }]);
});

test('two servers record an event once and send it once', async () => {
  const learner = await here.aPerson();
  const anHourAgo = new Date(Date.now() - 3_600_000);
  const times = { activeSince: anHourAgo, readUntil: anHourAgo };
  const target = {
    tenantId: 'spring',
    url: 'https://hooks.example.org/x',
    secret: 'x',
    events: ['certificate.issued'],
  };
  await db.insert(webhook).values({ ...target, ...times });
  const facts = { kind: 'course', name: 'Ada', title: 'A course', duration: 60, lessonsCount: 1 };
  for (const itemId of ['a', 'b', 'c', 'd', 'e'])
    await db.insert(certificate).values({ personId: learner.personId, tenantId: 'spring', itemId, ...facts });
  await Promise.all([noteEvents(db), noteEvents(db)]);
  await noteEvents(db);
  const claims = await Promise.all([webhooksStore(db).claim(10, 60_000), webhooksStore(db).claim(10, 60_000)]);
  const ids = claims.flat().map(({ deliveryId }) => deliveryId);
  expect([ids.length, new Set(ids).size]).toEqual([5, 5]);
});

test('servers whose clocks differ count tries in one window', async () => {
  const take = () => attemptsStore(db).take('clocks', 60_000);
  expect((await take()).count).toBe(1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
  try {
    expect((await take()).count).toBe(2);
    expect(await attemptsStore(db).hold('slot', 60_000)).toBe(0);
  } finally {
    vi.useRealTimers();
  }
  const left = await attemptsStore(db).hold('slot', 60_000);
  expect(left).toBeGreaterThan(50_000);
  expect(left).toBeLessThanOrEqual(60_000);
});
