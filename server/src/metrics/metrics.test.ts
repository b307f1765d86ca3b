import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { listCourses } from '@academy/contract/courses';
import { noteSignIn } from '@academy/identity/sign-in-channel';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startPolling } from '../background/polling.ts';
import { noteBackup } from '../backup/noted-backups.ts';
import { fetchText } from '../identity/provider-fetch.ts';
import { makeCertificate } from '../mail/certificate.fixture.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { startApp } from '../testing/start-app.ts';
import { readDatabaseCounts } from './database-counts.store.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { listenForCollectors } from './metrics-listener.ts';

const metrics = createMetrics({ version: '1.2.3', withProcess: false });
const app = await startApp({ metrics });

/** The value of a sample, by its name with its labels as Prometheus writes them; null when it is not there. */
async function sampleOf(sample: string, from: Metrics = metrics): Promise<number | null> {
  const { text } = await from.text();
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `));
  return line === undefined ? null : Number(line.slice(sample.length + 1));
}

/** A host with a certificate that ends then. @param end ms since 1970 */
async function serveTls(end: number): Promise<AddressInfo> {
  const server = createTlsServer(makeCertificate(end), (socket) => socket.on('error', () => {}));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return server.address() as AddressInfo;
}

function ofTheTest(): Metrics {
  const own = createMetrics({ version: '1.2.3', withProcess: false });
  onTestFinished(() => own.close());
  return own;
}

describe('requests', () => {
  it('are counted by the name of their call', async () => {
    await app.call(listCourses, { query: {} });
    expect(await sampleOf('academy_requests_total{name="listCourses",method="GET",status="200"}')).toBe(1);
    expect(await sampleOf('academy_request_duration_seconds_count{name="listCourses"}')).toBe(1);
  });

  it('to addresses that visitors make up count as one route', async () => {
    for (const path of ['/api/v1/one', '/api/v1/two', '/api/v1/three?x=1']) await app.request({ url: path });
    expect(await sampleOf('academy_requests_total{name="/api/v1/*",method="GET",status="404"}')).toBe(3);
    expect((await metrics.text()).text).not.toMatch(/three/);
  });

  it('are under way until their reply is sent', async () => {
    await app.request({ url: '/health/live' });
    await expect.poll(() => sampleOf('academy_requests_under_way')).toBe(0);
  });

  it('show what was ready in memory', async () => {
    const before = (await sampleOf('academy_public_replies_total{outcome="ready"}')) ?? 0;
    await app.call(listCourses, { query: {} });
    await app.call(listCourses, { query: {} });
    expect((await sampleOf('academy_public_replies_total{outcome="ready"}')) ?? 0).toBeGreaterThan(before);
  });
});

it('counts runs of background work that went well and that failed', async () => {
  const own = ofTheTest();
  const log = pino({ level: 'silent' });
  const work = 'work of a test';
  const polling = startPolling({ work, everyMs: 60_000, log, run: () => Promise.reject(new Error('no')) });
  await polling.firstRun;
  await polling.stop();
  expect(await sampleOf(`academy_background_runs_total{work="${work}",outcome="failed"}`, own)).toBe(1);
});

it('counts attempts to sign in by how they went', async () => {
  const own = ofTheTest();
  noteSignIn('signed-in');
  noteSignIn('sent-back');
  noteSignIn('sent-back');
  expect(await sampleOf('academy_sign_ins_total{outcome="signed-in"}', own)).toBe(1);
  expect(await sampleOf('academy_sign_ins_total{outcome="sent-back"}', own)).toBe(2);
});

it('times each page and counts those that could not be rendered', async () => {
  const own = ofTheTest();
  const renderer = own.watchRenderer({ render: () => Promise.reject(new Error('broken')), close: async () => {} });
  await expect(renderer.render()).rejects.toThrow('broken');
  expect(await sampleOf('academy_page_render_duration_seconds_count{outcome="failed"}', own)).toBe(1);
});

describe('figures of the database', () => {
  it('say how much mail waits and for how long', async () => {
    const { db } = app.database;
    const mail = { tenantId: 'spring', kind: 'contact', subject: 'Hello', plain: 'Hello', html: '<p>Hello</p>' };
    await enqueueMail(db, { ...mail, key: 'figures-1', recipient: 'one@example.org' });
    await enqueueMail(db, { ...mail, key: 'figures-2', recipient: 'two@example.org' });
    await db.$client.query(`update outbox_mail set created_at = now() - interval '1 hour' where key = 'figures-1'`);
    await db.$client.query(`update outbox_mail set failed_at = now() where key = 'figures-2'`);
    const counts = await readDatabaseCounts(db);
    expect(counts).toMatchObject({ mailsWaiting: 1, mailsFailed: 1, labsRunning: 0, deliveriesWaiting: 0 });
    expect(counts.oldestMailSeconds).toBeGreaterThanOrEqual(3600);
    expect(counts.databaseBytes).toBeGreaterThan(1_000_000);
  });

  it('say when the last backup was noted', async () => {
    const { db } = app.database;
    expect((await readDatabaseCounts(db)).lastBackup).toBe(0);
    await noteBackup(db, { edition: '1.2.3', rows: 1, encrypted: true });
    expect((await readDatabaseCounts(db)).lastBackup).toBeGreaterThan(Date.now() / 1000 - 60);
  });

  it('are left out while the database does not answer, and the rest is there', async () => {
    const own = ofTheTest();
    own.watchDatabase(() => Promise.reject(new Error('lost')));
    expect(await sampleOf(`academy_info{version="1.2.3",node="${process.version}"}`, own)).toBe(1);
    expect(await sampleOf('academy_mails_waiting', own)).toBeNull();
  });

  it('are read once for collectors that come together', async () => {
    const own = ofTheTest();
    let reads = 0;
    own.watchDatabase(() => {
      reads += 1;
      return readDatabaseCounts(app.database.db);
    });
    await Promise.all([own.text(), own.text(), own.text()]);
    expect(reads).toBe(1);
  });
});

it('shows the connections of a pool', async () => {
  const own = ofTheTest();
  own.watchPool({ totalCount: 5, idleCount: 2, waitingCount: 7, options: { max: 20 } } as never);
  expect(await sampleOf('academy_database_connections{state="used"}', own)).toBe(3);
  expect(await sampleOf('academy_database_waiting', own)).toBe(7);
  expect(await sampleOf('academy_database_connections_most', own)).toBe(20);
});

describe('what a server depends on', () => {
  it('is the disk of its data folder', async () => {
    const own = ofTheTest();
    own.watchSurroundings({ dataFolder: import.meta.dirname, origins: [] });
    expect(await sampleOf('academy_disk_free_bytes', own)).toBeGreaterThan(0);
    const none = ofTheTest();
    none.watchSurroundings({ dataFolder: '/nowhere/at/all', origins: [] });
    expect(await sampleOf('academy_disk_free_bytes', none)).toBeNull();
  });

  it('is the certificate that readers get, also one that has ended', async () => {
    const end = Date.parse('2020-01-02T03:04:05Z');
    const { port } = await serveTls(end);
    const own = ofTheTest();
    const origins = [`https://127.0.0.1:${port}`, 'http://plain.example.org', 'https://127.0.0.1:1'];
    own.watchSurroundings({ dataFolder: import.meta.dirname, origins });
    const sample = `academy_certificate_end_timestamp_seconds{host="127.0.0.1:${port}"}`;
    await expect.poll(() => sampleOf(sample, own)).toBe(end / 1000);
    expect((await own.text()).text).not.toMatch(/plain\.example|127\.0\.0\.1:1"/);
  });

  it('is the external identity provider', async () => {
    const own = ofTheTest();
    const provider = createServer((request, response) =>
      response.writeHead(request.url === '/well' ? 200 : 401).end('{}'),
    );
    await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening));
    const place = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    await fetchText(`${place}/well`);
    await expect(fetchText(`${place}/userinfo`)).rejects.toThrow('answered 401');
    await new Promise((closed) => provider.close(closed));
    await expect(fetchText(`${place}/well`)).rejects.toThrow('cannot be reached');
    for (const outcome of ['done', 'refused', 'failed'])
      expect(await sampleOf(`academy_provider_requests_total{outcome="${outcome}"}`, own), outcome).toBe(1);
  });
});

describe('the listener', () => {
  it('answers collectors at one path only', async () => {
    const listener = await listenForCollectors({ host: '127.0.0.1', port: 0 }, createMetrics({ version: '1.2.3' }));
    onTestFinished(() => listener.close());
    const answer = await fetch(listener.url);
    expect(answer.headers.get('content-type')).toContain('text/plain; version=');
    const text = await answer.text();
    for (const name of ['nodejs_eventloop_lag_seconds', 'process_resident_memory_bytes', 'academy_info'])
      expect(text).toContain(name);
    expect((await fetch(new URL('/', listener.url))).status).toBe(404);
    expect((await fetch(listener.url, { method: 'POST' })).status).toBe(404);
  });

  it('explains an address that it cannot use', async () => {
    const first = await listenForCollectors({ host: '127.0.0.1', port: 0 }, metrics);
    onTestFinished(() => first.close());
    const port = Number(new URL(first.url).port);
    await expect(listenForCollectors({ host: '127.0.0.1', port }, metrics)).rejects.toMatchObject({
      nextStep: 'Choose another one with ACADEMY_METRICS_LISTEN.',
    });
  });

  // Shows security#forwarded-headers
  it('is not reached through the public address', async () => {
    expect((await app.request({ url: '/metrics' })).statusCode).toBe(404);
  });
});
