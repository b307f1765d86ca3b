import { createAlert, exportAlerts } from '@academy/contract/alerts-admin';
import { exportLabSessions } from '@academy/contract/labs-admin';
import { addEmail, exportEmails } from '@academy/contract/managed-emails';
import { exportVoucherRequests } from '@academy/contract/memberships-admin';
import { createToken, exportTokens } from '@academy/contract/personal-access-tokens';
import { exportWebhookDeliveries } from '@academy/contract/webhooks';
import { beforeAll, expect, test } from 'vitest';
import { labSession } from '../db/lab-tables.ts';
import { person, voucherRequest } from '../db/tables.ts';
import { webhookDelivery, webhook as webhookTable } from '../db/webhook-tables.ts';
import { startApp, type TestApp, type TestPerson } from '../testing/start-app.ts';

/** More than one batch. */
const MANY = 1_100;

let app: TestApp;
let admin: TestPerson;
let bearer: string;

beforeAll(async () => {
  app = await startApp({ sendsWebhooks: false });
  admin = await app.aPerson({ admin: true });
  bearer = await admin.bearer();
});

async function linesOf(call: Parameters<TestApp['call']>[0], query: object = {}, tenant = 'spring') {
  const { status, body } = await app.call(call, { query } as never, { bearer, tenant });
  expect([status, body.errors]).toEqual([200, []]);
  const lines = String(body.data).replace('\uFEFF', '').split('\r\n');
  expect(lines.pop()).toBe('');
  return lines;
}

/** Creates people. @returns their ids */
async function people(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => {
    const subject = crypto.randomUUID();
    return { issuer: 'elsewhere', subject, email: `${subject}@example.org`, firstName: '=cmd()', lastName: 'Many' };
  });
  return (await app.database.db.insert(person).values(rows).returning()).map(({ personId }) => personId);
}

test('running and recently failed labs are in the file once', async () => {
  const ids = await people(MANY + 2);
  const of = (personId: string, more: object) => ({
    ...{ personId, tenantId: 'spring', itemKind: 'lesson', itemId: 'lab', title: '@Lab', path: '/lab' },
    ...{ provider: 'browser', state: 'running', ...more },
  });
  const [done = '', failed = '', ...running] = ids;
  await app.database.db
    .insert(labSession)
    .values([
      of(done, { state: 'ended', endReason: 'terminated' }),
      of(failed, { state: 'ended', endReason: 'failed', problem: 'provider-error', startedAt: hoursAgo(30) }),
      of(done, { state: 'ended', endReason: 'failed', startedAt: hoursAgo(8 * 24) }),
      of(done, { tenantId: 'kube' }),
      ...running.map((personId) => of(personId, {})),
    ]);
  const [head, ...lines] = await linesOf(exportLabSessions);
  expect(head).toBe(
    'Started,Learner,User,Lab,Path,Runs in,State,Ended by,Problem,Until,Last heard of,Page,Id,Completed',
  );
  expect(new Set(lines).size).toBe(MANY + 1);
  expect(lines.at(-1)).toContain(`,'=cmd() Many,${failed},'@Lab,/lab,browser,ended,failed,provider-error,`);
  expect(await linesOf(exportLabSessions, {}, 'kube')).toHaveLength(2);
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

test('deliveries of webhooks are in the file as the list filters them', async () => {
  const { db } = app.database;
  const facts = { url: 'https://one.example/in', events: ['ping'], secret: 'never told' };
  const [one, two] = await db
    .insert(webhookTable)
    .values([
      { ...facts, tenantId: 'spring' },
      { ...facts, tenantId: 'kube' },
    ])
    .returning();
  const delivery = (webhookId: string, key: number, more: object = {}) => ({
    ...{ webhookId, event: 'ping', eventKey: `${key}`, payload: { words: '=1+1' }, happenedAt: new Date('2030-01-01') },
    ...more,
  });
  const failed = { failedAt: new Date(), lastError: '@gone', lastStatus: 410, attempts: 8 };
  await db
    .insert(webhookDelivery)
    .values([
      ...Array.from({ length: MANY }, (_, key) => delivery(one?.webhookId ?? '', key)),
      delivery(one?.webhookId ?? '', -1, failed),
      delivery(two?.webhookId ?? '', 0),
    ]);
  const [head, ...lines] = await linesOf(exportWebhookDeliveries);
  expect(head).toBe('Happened,Event,State,Attempts,Delivered,Answer,Error,Address,Message,Id');
  expect(new Set(lines).size).toBe(MANY + 1);
  expect(lines.join()).not.toContain('never told');
  const [, ...given] = await linesOf(exportWebhookDeliveries, { state: 'failed', webhookId: one?.webhookId });
  expect(given).toHaveLength(1);
  expect(given[0]).toContain(`,ping,failed,8,,410,'@gone,https://one.example/in,"{""words"":""=1+1""}",`);
});

test('requests for vouchers of one moment are all in the file', async () => {
  const yearStartsAt = new Date('2030-01-01');
  const requests = (await people(MANY)).map((personId) => ({ personId, tenantId: 'spring', yearStartsAt }));
  await app.database.db.insert(voucherRequest).values(requests);
  const [, ...lines] = await linesOf(exportVoucherRequests, { state: 'waiting', q: 'many' });
  expect(new Set(lines).size).toBe(MANY);
  expect(await linesOf(exportVoucherRequests, { state: 'sent' })).toHaveLength(1);
});

test("an academy's addresses are in the file, and nobody's own ones", async () => {
  const add = (emailType: 'contact' | 'sender' | 'work', emailId: string, tenant: string) =>
    app.call(addEmail, { query: { emailType, emailId } }, { bearer, tenant });
  for (const [type, address, tenant] of [
    ['contact', 'team@example.org', 'spring'],
    ['sender', 'from@example.org', 'spring'],
    ['work', 'own@example.org', 'spring'],
    ['contact', 'kube@example.org', 'kube'],
  ] as const)
    expect((await add(type, address, tenant)).status).toBe(200);
  const [head, ...lines] = await linesOf(exportEmails);
  expect(head).toBe('Type,Address,Verified,Added');
  expect(lines.map((line) => line.split(',').slice(0, 3))).toEqual([
    ['contact', 'team@example.org', ''],
    ['sender', 'from@example.org', ''],
  ]);
  expect(await linesOf(exportEmails, { q: 'TEAM' })).toHaveLength(2);
  expect(await linesOf(exportEmails, { q: 'contact' }, 'kube')).toHaveLength(2);
});

test('tokens and alerts are in their files as the lists are searched', async () => {
  const make = (name: string, tenant: string) =>
    app.call(createToken, { body: { name, abilities: ['stats:read'] } }, { bearer, tenant });
  await make('one', 'spring');
  await make('two', 'kube');
  const named = async (query: object) =>
    (await linesOf(exportTokens, query)).slice(1).map((line) => line.split(',')[1]);
  expect(await named({})).toEqual(['two', 'one']);
  expect(await named({ academy: 'kube' })).toEqual(['two']);
  expect(await named({ q: 'ONE' })).toEqual(['one']);
  expect(await named({ q: 'one', academy: 'kube' })).toEqual([]);

  for (const message of ['Labs are <b>slow</b>', 'Back at noon'])
    await app.call(createAlert, { headers: {}, body: { message, level: 'info' } }, { bearer, tenant: 'spring' });
  expect(await linesOf(exportAlerts)).toHaveLength(3);
  expect((await linesOf(exportAlerts, { q: 'slow' }))[1]).toContain('Labs are <b>slow</b>');
  expect(await linesOf(exportAlerts, { q: 'nothing' })).toHaveLength(1);
});
