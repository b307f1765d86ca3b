import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendFeedback } from '@academy/contract/feedback';
import { completeLesson } from '@academy/contract/lessons';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  MAX_WEBHOOKS,
  pingWebhook,
  replayWebhookDelivery,
  updateWebhook,
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
} from '@academy/contract/webhooks';
import { eq, sql } from 'drizzle-orm';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { auditEvent } from '../db/tables.ts';
import { webhook, webhookDelivery } from '../db/webhook-tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp, type TestApp } from '../testing/start-app.ts';
import { waitAfter } from './webhook-sender.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiving system on this machine. */
const received: Received[] = [];
let answer: { status: number; headers?: Record<string, string> } = { status: 204 };
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (piece) => {
    body += piece;
  });
  request.on('end', () => {
    received.push({ headers: request.headers, body });
    response.writeHead(answer.status, answer.headers).end();
  });
});

let app: TestApp;
let admin: { bearer: string };
let host: string;
const LESSONS = Array.from({ length: 6 }, (_, n) => ({ id: `l${n}` }));

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  app = await startApp({ webhookHosts: [host] });
  admin = { bearer: await (await app.aPerson({ admin: true })).bearer() };
  for (const tenant of ['spring', 'kube'])
    await publishCourse(app, tenant, aCourse({ id: `${tenant}-c`, lessons: LESSONS }));
});
beforeEach(async () => {
  await app.database.db.delete(webhook);
  received.length = 0;
  answer = { status: 204 };
});
afterAll(() => receiver.close());

async function aWebhook(events: WebhookEvent[] = ['lesson.completed'], tenant = 'spring') {
  const body = { url: `http://${host}/academy`, events, description: 'Reports' };
  const reply = await app.call(createWebhook, { headers: {}, body }, { ...admin, tenant });
  expect([reply.status, reply.body.errors]).toEqual([200, []]);
  return reply.body.data as { webhook: Webhook; secret: string };
}

async function deliveries(query: object = {}): Promise<WebhookDelivery[]> {
  const { body } = await app.call(listWebhookDeliveries, { query }, admin);
  return (body.data as { result: { content: WebhookDelivery[] } }).result.content;
}

async function complete(lessonId: string, tenant = 'spring') {
  const who = await app.aPerson();
  const body = { lessonId, courseId: `${tenant}-c`, isLastLesson: false, operationType: 'COMPLETE_LESSON' as const };
  const { status } = await app.call(completeLesson, { body }, { bearer: await who.bearer(), tenant });
  expect(status).toBe(200);
  return who;
}

/** Waits until this many deliveries have arrived. */
async function arrived(count: number): Promise<Received[]> {
  await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(count), { timeout: 15_000, interval: 50 });
  return received;
}

const settled = (state: string, count = 1) =>
  vi.waitFor(async () => expect(await deliveries({ state })).toHaveLength(count), { timeout: 15_000, interval: 50 });

/** Makes waiting deliveries due now. */
const noMoreWaiting = () => app.database.db.update(webhookDelivery).set({ nextAttemptAt: sql`now()` });

test('a completed lesson is sent with a verifiable signature', async () => {
  const { secret } = await aWebhook();
  const who = await complete('l1');
  const [message] = await arrived(1);
  const body = JSON.parse(message?.body ?? '{}');
  expect(body).toEqual({
    type: 'lesson.completed',
    timestamp: expect.stringMatching(/^\d{4}-/),
    tenantId: 'spring',
    data: { userId: who.personId, lessonId: 'l1', courseId: 'spring-c', completedAt: expect.any(String) },
  });
  const headers = message?.headers as Record<string, string>;
  expect(new Verifier(secret).verify(message?.body ?? '', headers)).toEqual(body);
  expect(() => new Verifier(secret).verify(`${message?.body} `, headers)).toThrow();
  await settled('delivered');
  const [line] = await deliveries();
  expect(line).toMatchObject({
    event: 'lesson.completed',
    state: 'delivered',
    attempts: 1,
    lastStatus: 204,
    payload: body,
  });
  expect(headers['webhook-id']).toBe(line?.deliveryId);
});

test('an event is sent once, to subscribed webhooks of its academy', async () => {
  await aWebhook(['lesson.completed', 'guide.completed']);
  await aWebhook(['certificate.issued']);
  await aWebhook(['lesson.completed'], 'kube');
  await complete('l1');
  await complete('l2', 'kube');
  await arrived(2);
  await settled('delivered');
  // The last minute is read again each time.
  await app.database.db.update(webhook).set({ readUntil: sql`now() - interval '1 minute'` });
  await complete('l3');
  await arrived(3);
  await settled('delivered', 2);
  expect(received.map(({ body }) => JSON.parse(body).data.lessonId).sort()).toEqual(['l1', 'l2', 'l3']);
});

test('feedback is sent with its text, and its writer if allowed', async () => {
  await aWebhook(['feedback.received']);
  const feedback = {
    feedbackableType: '' as const,
    feedbackableId: null,
    courseId: null,
    schema: 'tenant-v1' as const,
    comments: 'More of <b>this</b>',
    isBug: false,
    allowContact: true,
    context: { userAgent: '', url: '', route: '' },
  };
  const who = await app.aPerson();
  await app.call(sendFeedback, { headers: {}, body: feedback }, { bearer: await who.bearer() });
  await app.call(
    sendFeedback,
    { headers: {}, body: { ...feedback, allowContact: false } },
    { bearer: await who.bearer() },
  );
  await arrived(2);
  const told = received.map(({ body }) => JSON.parse(body).data);
  expect(told.map(({ comments }) => comments)).toEqual(['More of <b>this</b>', 'More of <b>this</b>']);
  expect(told.map(({ userId }) => userId).sort()).toEqual([null, who.personId].sort());
});

test('a refused delivery is retried, and given up after the last attempt', async () => {
  answer = { status: 500 };
  const { webhook: made } = await aWebhook();
  await app.call(pingWebhook, { params: { webhookId: made.webhookId } }, admin);
  await arrived(1);
  await vi.waitFor(async () => expect((await deliveries())[0]?.lastStatus).toBe(500));
  expect((await deliveries())[0]).toMatchObject({ event: 'ping', state: 'waiting', attempts: 1 });
  const first = received[0]?.headers['webhook-id'];
  answer = { status: 200 };
  await noMoreWaiting();
  await settled('delivered');
  expect(received.at(-1)?.headers['webhook-id']).toBe(first);

  answer = { status: 503 };
  const waits = [1, 2, 3, 4, 5, 6, 7, 8].map(waitAfter);
  expect(waits.every((wait, at) => wait !== null && wait > (waits[at - 1] ?? 0))).toBe(true);
  expect(waitAfter(9)).toBeNull();
  await app.database.db.update(webhookDelivery).set({ deliveredAt: null, attempts: 8, nextAttemptAt: sql`now()` });
  await settled('failed');
  const { body } = await app.call(listWebhooks, {}, admin);
  expect((body.data as { result: Webhook[] }).result[0]?.counts).toEqual({ waiting: 0, delivered: 0, failed: 1 });
});

test('an administrator sends a delivery once more', async () => {
  const { webhook: made } = await aWebhook();
  await app.call(pingWebhook, { params: { webhookId: made.webhookId } }, admin);
  await settled('delivered');
  const [line] = await deliveries();
  const replay = await app.call(replayWebhookDelivery, { params: { deliveryId: line?.deliveryId ?? '' } }, admin);
  expect(replay.status).toBe(200);
  await arrived(2);
  expect(received[1]?.body).toBe(received[0]?.body);
});

// Shows security#outgoing-hosts
test('redirects of the receiver are not followed', async () => {
  answer = { status: 302, headers: { location: `http://${host}/elsewhere` } };
  const { webhook: made } = await aWebhook();
  await app.call(pingWebhook, { params: { webhookId: made.webhookId } }, admin);
  await vi.waitFor(async () => expect((await deliveries())[0]?.lastStatus).toBe(302), { timeout: 15_000 });
  expect(received).toHaveLength(1);
});

test('a receiver that is gone pauses its webhook, which skips events', async () => {
  answer = { status: 410 };
  const { webhook: made } = await aWebhook();
  await complete('l1');
  const read = async () => ((await app.call(listWebhooks, {}, admin)).body.data as { result: Webhook[] }).result[0];
  await vi.waitFor(
    async () => expect(await read()).toMatchObject({ isActive: false, problem: expect.stringContaining('410') }),
    {
      timeout: 15_000,
    },
  );
  answer = { status: 200 };
  await complete('l2');
  const params = { webhookId: made.webhookId };
  expect((await app.call(pingWebhook, { params }, admin)).status).toBe(409);
  const body = { description: '', events: ['lesson.completed' as const], isActive: true };
  expect((await app.call(updateWebhook, { params, body }, admin)).body.data).toMatchObject({
    isActive: true,
    problem: null,
  });
  await complete('l3');
  await vi.waitFor(() => expect(received.map(({ body }) => JSON.parse(body).data.lessonId)).toContain('l3'), {
    timeout: 15_000,
  });
  expect(received.map(({ body }) => JSON.parse(body).data.lessonId)).not.toContain('l2');
});

test('a forbidden address is refused, also after a change of the list', async () => {
  const body = { url: 'https://elsewhere.example.org/', events: ['lesson.completed' as const] };
  const refused = await app.call(createWebhook, { headers: {}, body }, admin);
  expect([refused.status, refused.body.errors[0]?.field]).toEqual([400, 'url']);
  const { webhook: made } = await aWebhook();
  await app.database.db.update(webhook).set({ url: 'https://elsewhere.example.org/' });
  await app.call(pingWebhook, { params: { webhookId: made.webhookId } }, admin);
  await vi.waitFor(async () => expect((await deliveries())[0]?.lastError).toContain('no longer allows this address'), {
    timeout: 15_000,
  });
  expect(received).toEqual([]);
});

test('an academy has a limited number of webhooks, each with events', async () => {
  for (let made = 0; made < MAX_WEBHOOKS; made += 1) await aWebhook();
  const body = { url: `http://${host}/`, events: ['lesson.completed' as const] };
  expect((await app.call(createWebhook, { headers: {}, body }, admin)).status).toBe(409);
  const none = await app.call(createWebhook, { headers: {}, body: { ...body, events: [] } }, admin);
  expect([none.status, none.body.errors[0]?.field]).toEqual([400, 'events']);
});

test('a repeated creation with its key creates one webhook', async () => {
  const events: WebhookEvent[] = ['lesson.completed'];
  const make = (key: string, who = admin, tenant = 'spring') =>
    app.call(
      createWebhook,
      { headers: { 'idempotency-key': key }, body: { url: `http://${host}/academy`, events } },
      { ...who, tenant },
    );
  const key = crypto.randomUUID();
  const [first, same] = await Promise.all([make(key), make(key)]);
  expect([first.status, same.status]).toEqual([200, 200]);
  expect(same.body.data).toEqual(first.body.data);
  expect((await make(key)).body.data).toEqual(first.body.data);
  const listed = async (tenant: string) =>
    ((await app.call(listWebhooks, {}, { ...admin, tenant })).body.data as { result: Webhook[] }).result;
  expect(await listed('spring')).toHaveLength(1);
  const { webhookId } = (first.body.data as { webhook: Webhook }).webhook;
  const entries = await app.database.db.select().from(auditEvent).where(eq(auditEvent.targetId, webhookId));
  expect(entries).toHaveLength(1);

  // Another key, another administrator and another academy create another webhook each.
  const another = { bearer: await (await app.aPerson({ admin: true })).bearer() };
  for (const reply of [await make(crypto.randomUUID()), await make(key, another), await make(key, admin, 'kube')])
    expect((reply.body.data as { webhook: Webhook }).webhook.webhookId).not.toBe(webhookId);
  expect([await listed('spring'), await listed('kube')].map((all) => all.length)).toEqual([3, 1]);
});

test('every change is audited, and the secret is shown once', async () => {
  const { webhook: made, secret } = await aWebhook();
  const params = { webhookId: made.webhookId };
  await app.call(
    updateWebhook,
    { params, body: { description: 'New', events: ['guide.completed'], isActive: false } },
    admin,
  );
  await app.call(deleteWebhook, { params }, admin);
  const entries = await app.database.db
    .select()
    .from(auditEvent)
    .where(eq(auditEvent.targetId, made.webhookId))
    .orderBy(auditEvent.eventId);
  expect(entries.map(({ action }) => action)).toEqual(['webhook.create', 'webhook.update', 'webhook.delete']);
  const { body } = await app.call(listWebhooks, {}, admin);
  expect(JSON.stringify([entries, body])).not.toContain(secret);
});
