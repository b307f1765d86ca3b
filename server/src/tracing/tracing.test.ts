import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { updateAccount } from '@academy/contract/account';
import { listCourses } from '@academy/contract/courses';
import { getMyAccess } from '@academy/contract/people';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { step, traceFields } from '../background/activity.ts';
import { readSettings } from '../composition/read-settings.ts';
import { rendererInWorker } from '../front/renderer-in-worker.ts';
import { createLog } from '../logging/log.ts';
import { startMailer } from '../mail/mailer.ts';
import { enqueueMail, outboxStore } from '../mail/outbox.store.ts';
import { startSmtp } from '../mail/smtp.fixture.ts';
import { smtpTransport } from '../mail/smtp.ts';
import { afterFile } from '../testing/after-file.ts';
import { startApp } from '../testing/start-app.ts';
import * as web from '../testing/web-entry.fixture.ts';
import { type ReceivedSpan, startCollector } from './collector.fixture.ts';
import { startTracing } from './tracing.ts';
import { tracingTarget } from './tracing-settings.ts';

const silent = pino({ level: 'silent' });
const collector = await startCollector();
const folder = await mkdtemp(join(tmpdir(), 'academy-tracing-'));
afterFile(() => rm(folder, { recursive: true }));
const file = join(folder, 'server.log');
const log = createLog('info', file, traceFields);
const tracing = startTracing(collector.target, { version: '1.2.3', log });
afterFile(() => tracing.close());
const renderer = rendererInWorker({ entryUrl: new URL('../testing/web-entry.fixture.ts', import.meta.url).href });
afterFile(() => renderer.close());
const app = await startApp({
  ...{ tracing, log, trustProxy: ['127.0.0.1'] },
  web: { entry: web, renderer, clientFolder: null },
});

const traceIdOf = (correlationId: string) => correlationId.replaceAll('-', '');

/** All spans of a trace, once its root has arrived. */
async function traceOf(traceId: string): Promise<{ root: ReceivedSpan; spans: ReceivedSpan[] }> {
  const ofTrace = () => collector.spans.filter((span) => span.traceId === traceId);
  await expect
    .poll(async () => {
      await tracing.flush();
      return ofTrace().filter((span) => span.kind === 2).length;
    })
    .toBe(1);
  const spans = ofTrace();
  return { root: spans.find((span) => span.kind === 2) as ReceivedSpan, spans };
}

/** Names of the spans from one up to its root. */
function wayUp(span: ReceivedSpan, spans: readonly ReceivedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return parent === undefined ? [span.name] : [span.name, ...wayUp(parent, spans)];
}

describe('the trace of a call', () => {
  it('is found by the reference in its reply, down to the statements', async () => {
    const learner = await app.aPerson();
    const { body } = await app.call(getMyAccess, { query: {} }, { bearer: await learner.bearer() });
    const { root, spans } = await traceOf(traceIdOf(body.correlationId));
    expect(root).toMatchObject({
      name: 'getMyAccess',
      attributes: {
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'academy.correlation_id': body.correlationId,
        'academy.call': 'getMyAccess',
      },
    });
    const statements = spans.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.map(({ attributes }) => attributes['db.query.text']).join()).toMatch(/\bfrom "?person"?/);
    const ways = spans.map((span) => wayUp(span, spans));
    expect(ways).toContainEqual(['authorise', 'getMyAccess']);
    expect(ways).toContainEqual(['SELECT', 'authorise', 'getMyAccess']);
    expect(ways.every((way) => way.at(-1) === 'getMyAccess')).toBe(true);
  });

  it('says that it was refused, without an error of the server', async () => {
    const { body } = await app.call(getMyAccess, { query: {} });
    const { root } = await traceOf(traceIdOf(body.correlationId));
    expect(root.attributes['http.response.status_code']).toBe(401);
    expect(root.status.code ?? 0).toBe(0);
  });

  it('holds no address, no bearer and no value of a statement', async () => {
    const learner = await app.aPerson();
    const bearer = await learner.bearer();
    const { body } = await app.call(
      updateAccount,
      { body: { firstName: 'Grace Murray', lastName: 'Hopper-Unmistakable' } as never },
      { bearer },
    );
    await traceOf(traceIdOf(body.correlationId));
    for (const secret of [learner.email, bearer, learner.personId, 'Unmistakable', '@example.org'])
      expect(collector.text()).not.toContain(secret);
  });

  it('of an unknown address carries the pattern only', async () => {
    const reply = await app.request({ url: '/api/v1/made-up-by-a-visitor' });
    const { root } = await traceOf(traceIdOf(reply.json().correlationId));
    expect(root.name).toBe('GET /api/v1/*');
    expect(collector.text()).not.toContain('made-up-by-a-visitor');
  });

  it('follows a page into the thread that renders it and back', async () => {
    const reply = await app.request({ url: '/courses', headers: { host: 'spring.localhost:3000' } });
    expect(reply.statusCode).toBe(200);
    const { root, spans } = await traceOf(traceIdOf(String(reply.headers['x-correlation-id'])));
    expect(root.name).toBe('GET /courses');
    const ways = spans.map((span) => wayUp(span, spans));
    expect(ways).toContainEqual([listCourses.name, 'render page', 'GET /courses']);
    expect(ways).toContainEqual(['SELECT', listCourses.name, 'render page', 'GET /courses']);
  });
});

describe('a trace that was begun elsewhere', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

  it('is continued for a trusted proxy', async () => {
    const headers = { traceparent, 'x-forwarded-for': '203.0.113.9' };
    const { body } = await app.call(getMyAccess, { query: {} }, { headers });
    const { root } = await traceOf(traceId);
    expect(root.parentSpanId).toBe('00f067aa0ba902b7');
    expect(root.attributes['academy.correlation_id']).toBe(body.correlationId);
  });

  it('is not continued for anybody else', async () => {
    const reply = await app.server.inject({
      ...{ url: '/health/live', remoteAddress: '203.0.113.9' },
      headers: { traceparent: traceparent.replace('4bf9', 'aaaa'), 'x-forwarded-for': '127.0.0.1' },
    });
    const { root } = await traceOf(traceIdOf(String(reply.headers['x-correlation-id'])));
    expect(root.parentSpanId ?? '').toBe('');
  });
});

describe('background work', () => {
  it('records a mail with its kind and not its recipient', async () => {
    const smtp = await startSmtp();
    const { db } = app.database;
    const mailer = startMailer({
      outbox: outboxStore(db),
      transport: smtpTransport({
        ...{ host: '127.0.0.1', port: smtp.port, implicitTls: false, requireTls: false, auth: null },
      }),
      fromOf: async () => ({ address: 'academy@example.org', replyTo: null }),
      nameOf: () => 'Academy',
      keepText: false,
      log: silent,
    });
    onTestFinished(async () => {
      await mailer.stop();
      await smtp.close();
    });
    await enqueueMail(db, {
      ...{ key: 'traced', tenantId: 'spring', kind: 'verify-email', recipient: 'lena@example.org' },
      ...{ subject: 'Confirm', plain: 'Code 123456', html: '<p>123456</p>' },
    });
    mailer.trigger();
    await expect
      .poll(async () => {
        await tracing.flush();
        return collector.spans.filter(({ name }) => name === 'deliver mail').length;
      })
      .toBe(1);
    const delivery = collector.spans.find(({ name }) => name === 'deliver mail') as ReceivedSpan;
    expect(delivery.attributes['academy.mail.kind']).toBe('verify-email');
    const below = collector.spans.filter(({ parentSpanId }) => parentSpanId === delivery.spanId);
    expect(below.map(({ name }) => name)).toEqual(expect.arrayContaining(['send mail', 'UPDATE']));
    for (const secret of ['lena@', '123456']) expect(collector.text()).not.toContain(secret);
  });

  it('that looks for work and finds none leaves no trace', async () => {
    await tracing.flush();
    const roots = new Set(collector.spans.filter(({ parentSpanId }) => !parentSpanId).map(({ name }) => name));
    expect([...roots].filter((name) => /^(?:SELECT|UPDATE|DELETE|WITH)$/.test(name))).toEqual([]);
  });

  it('records requests to other servers by host and status', async () => {
    const other = createServer((_request, response) => response.writeHead(418).end('no coffee'));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const attributes = { 'academy.webhook.attempts': 1 };
    await step({ name: 'deliver a hook of the test', isRoot: true, attributes }, async () => {
      const reply = await fetch(`http://127.0.0.1:${port}/hooks/secret-path?token=abc`);
      await reply.text();
    });
    await expect
      .poll(async () => {
        await tracing.flush();
        return collector.spans.find((span) => span.attributes['server.address'] === `127.0.0.1:${port}`);
      })
      .toMatchObject({ name: 'GET', attributes: { 'http.response.status_code': 418 } });
    expect(collector.text()).not.toContain('secret-path');
  });
});

it('lines of the log name the trace and the span', async () => {
  const { body } = await app.call(getMyAccess, { query: {} });
  const { root } = await traceOf(traceIdOf(body.correlationId));
  await expect.poll(() => readFile(file, 'utf8')).toContain(`"correlationId":"${body.correlationId}"`);
  const text = await readFile(file, 'utf8');
  const line = text.split('\n').find((one) => one.includes(body.correlationId)) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ trace_id: root.traceId, span_id: root.spanId, msg: 'request' });
});

it('names the server and the edition, and sends the headers of the settings', async () => {
  await app.request({ url: '/health/live' });
  await tracing.flush();
  await expect.poll(() => collector.resources.length).toBeGreaterThan(0);
  expect(collector.resources[0]).toMatchObject({ 'service.name': 'academy of the test', 'service.version': '1.2.3' });
  expect(collector.headers[0]).toMatchObject({
    ...{ path: '/v1/traces', authorization: 'Bearer of the collector', 'content-type': 'application/json' },
  });
});

it('calls go on while the collector is down, and the log says so once', async () => {
  const closed = createServer();
  closed.listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const lines: string[] = [];
  const own = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const target = { ...collector.target, url: `http://127.0.0.1:${port}/v1/traces` };
  const broken = startTracing(target, { version: '1.2.3', log: own, sendEveryMs: 5, sendMs: 1_000 });
  onTestFinished(() => broken.close());
  const failing = await startApp({ tracing: broken, database: app.database });
  const slowest = await slowestOf(50, () => failing.call(listCourses, { query: {} }));
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  await failing.call(listCourses, { query: {} });
  await broken.flush().catch(() => undefined);
  expect(lines.filter((line) => line.includes('traces cannot be sent'))).toHaveLength(1);
  // The exporter tries for a second; a call that waited for it would take as long.
  expect(slowest).toBeLessThan(1_000);
});

async function slowestOf(times: number, work: () => Promise<{ status: number }>): Promise<number> {
  let slowest = 0;
  for (let time = 0; time < times; time += 1) {
    const start = performance.now();
    expect((await work()).status).toBe(200);
    slowest = Math.max(slowest, performance.now() - start);
  }
  return slowest;
}

describe('the settings', () => {
  const targetOf = (env: Record<string, string>) => tracingTarget(readSettings(env));

  it.each([
    ['no collector', {}, null],
    ['a collector', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/' }, 'http://c:4318/v1/traces'],
    ['an address of traces', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://c/in' }, 'https://c/in'],
    ['none', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_TRACES_EXPORTER: 'none' }, null],
  ])('with %s', (_what, env, url) => expect(targetOf(env as Record<string, string>)?.url ?? null).toBe(url));

  it('read headers and attributes as OpenTelemetry writes them', () => {
    const target = targetOf({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-team=one',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=prod',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.05',
    });
    expect(target).toMatchObject({
      headers: { authorization: 'Bearer abc', 'x-team': 'one' },
      resource: { 'service.name': 'academy', 'deployment.environment.name': 'prod' },
      ...{ sampler: 'traceidratio', share: 0.05 },
    });
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret value'],
    ['OTEL_TRACES_SAMPLER_ARG', '5'],
  ])('refuse a wrong %s', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(`${name} must be`);
    if (name.endsWith('HEADERS')) expect(() => readSettings({ [name]: value })).not.toThrow('secret value');
  });
});
