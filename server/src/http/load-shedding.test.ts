import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listCourses } from '@academy/contract/courses';
import { getMyAccess } from '@academy/contract/people';
import { searchAcademy } from '@academy/contract/search';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMetrics } from '../metrics/metrics.ts';
import { holdConnections } from '../testing/hold-connections.ts';
import { startApp } from '../testing/start-app.ts';
import { LoadShedding, type WorkKind } from './load-shedding.ts';

const KINDS: readonly WorkKind[] = ['write', 'read', 'visitor', 'page'];
const log = pino({ level: 'silent' });

function shedding(waitingCount: number, now = () => 0) {
  const refused: WorkKind[] = [];
  const pool = { waitingCount, options: { max: 10 } } as never;
  return { refused, load: new LoadShedding({ pool, log, now, onRefusal: (kind) => refused.push(kind) }) };
}

const refusedKinds = (load: LoadShedding) => KINDS.filter((kind) => load.isTooMuch(kind));

describe('an overloaded server', () => {
  it.each<[number, WorkKind[]]>([
    [0, []],
    [99, []],
    [100, ['visitor', 'page']],
    [200, ['read', 'visitor', 'page']],
    [250, ['write', 'read', 'visitor', 'page']],
  ])('with %i statements waiting for ten connections refuses %j', (waiting, kinds) => {
    const { load, refused } = shedding(waiting);
    expect(refusedKinds(load)).toEqual(kinds);
    expect(refused).toEqual(kinds);
  });

  it('refuses pages while a hundred others are to be rendered', () => {
    const { load } = shedding(0);
    expect([load.isTooMuch('page', 99), load.isTooMuch('page', 100)]).toEqual([false, true]);
  });

  it('refuses what waited long in one turn of the event loop, until the next', async () => {
    let now = 0;
    const { load } = shedding(0, () => now);
    const meet = load.before(() => {});
    const meetRequests = (count: number) => {
      for (let met = 0; met < count; met += 1) meet({ url: '/', headers: {} } as never, {} as never);
    };
    meetRequests(3);
    now = 300;
    // So few requests are late because the machine is busy.
    expect(refusedKinds(load)).toEqual([]);
    await new Promise(setImmediate);
    now = 0;
    meetRequests(100);
    expect(refusedKinds(load)).toEqual([]);
    now = 120;
    expect(refusedKinds(load)).toEqual(['visitor', 'page']);
    now = 300;
    expect(refusedKinds(load)).toEqual(KINDS);
    await new Promise(setImmediate);
    expect(refusedKinds(load)).toEqual([]);
  });
});

it('an overloaded server refuses calls with a session before they are routed', async () => {
  const { load } = shedding(1_000);
  const server = createServer(load.before((_request, response) => void response.end('routed')));
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(origin + path, { headers: { connection: 'close', ...headers } });
  const session = { authorization: 'Bearer x' };

  const refused = await ask('/api/v1/progress/overlay', { ...session, 'accept-language': 'de' });
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({
    success: false,
    errors: [{ code: 'unavailable', errorMessage: expect.stringContaining('ausgelastet') }],
    correlationId: refused.headers.get('x-correlation-id'),
  });
  const routed: [string, Record<string, string>][] = [
    ['/health/ready', session],
    ['/courses', {}],
    ['/api/v1/courses/list', {}],
    // Its page could not read a refusal without CORS headers.
    ['/api/v1/progress/overlay', { ...session, origin: 'https://elsewhere.example' }],
  ];
  for (const [path, headers] of routed) expect(await (await ask(path, headers)).text(), path).toBe('routed');
});

describe('of many calls with a session', () => {
  /** A server whose calls end when the test says so. */
  async function serve(now = () => 0) {
    const { load } = shedding(0, now);
    const working: (() => void)[] = [];
    const server = createServer(load.before((_request, response) => void working.push(() => response.end('done'))));
    let arrived = 0;
    server.on('request', () => {
      arrived += 1;
    });
    onTestFinished(() => void server.close());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/progress/overlay`;
    const headers = { authorization: 'Bearer x', connection: 'close' };
    return { working, arrived: () => arrived, ask: (method = 'GET') => fetch(url, { method, headers }) };
  }

  it('64 work at once and the others wait', async () => {
    const { working, ask } = await serve();
    const replies = Promise.all(Array.from({ length: 150 }, async () => (await ask()).text()));
    const max: number[] = [];
    for (let done = 0; done < 150; ) {
      await expect.poll(() => working.length).toBeGreaterThanOrEqual(Math.min(64, 150 - done));
      max.push(working.length);
      done += working.length;
      for (const end of working.splice(0)) end();
    }
    expect(new Set(await replies)).toEqual(new Set(['done']));
    expect(Math.max(...max)).toBe(64);
  });

  it.each([
    ['GET', 350, 200],
    ['GET', 450, 503],
    ['POST', 450, 200],
    ['POST', 650, 503],
  ])('one (%s) that has waited for %i ms gets %i', async (method, waited, status) => {
    let now = 0;
    const { working, arrived, ask } = await serve(() => now);
    const first = Array.from({ length: 64 }, () => ask());
    await expect.poll(() => working.length).toBe(64);
    now = 200;
    const late = ask(method);
    await expect.poll(arrived).toBe(65);
    now = 200 + waited;
    for (const end of working.splice(0)) end();
    await Promise.all(first);
    if (status === 200) {
      await expect.poll(() => working.length).toBe(1);
      working[0]?.();
    }
    expect((await late).status).toBe(status);
  });
});

it('a call that was begun is finished although the queue has grown meanwhile', async () => {
  const app = await startApp();
  const { pool } = app.database;
  const bearer = await (await app.aPerson()).bearer();
  const max = pool.options.max;
  const release = await holdConnections(pool);
  const begun = app.call(getMyAccess, {}, { bearer });
  await expect.poll(() => pool.waitingCount).toBeGreaterThan(0);
  const waiting = Array.from({ length: max * 30 }, () => pool.query('select 1'));
  expect((await app.call(getMyAccess, {}, { bearer })).status).toBe(503);
  release();
  await Promise.all(waiting);
  expect((await begun).status).toBe(200);
});

it('replies that are ready in memory are sent while new work is refused', async () => {
  const metrics = createMetrics({ version: 'test', withProcess: false });
  const app = await startApp({ metrics });
  const { pool } = app.database;
  const bearer = await (await app.aPerson()).bearer();
  const courses = () => app.call(listCourses, { query: {} });
  const search = () => app.call(searchAcademy, { query: { q: 'rest' } });
  expect([(await courses()).status, (await search()).status]).toEqual([200, 200]);
  expect((await app.call(getMyAccess, {}, { bearer })).status).toBe(200);

  const max = pool.options.max;
  const release = await holdConnections(pool);
  const waiting = Array.from({ length: max * 10 }, () => pool.query('select 1'));
  expect((await courses()).status).toBe(200);
  const refused = await search();
  expect(refused.status).toBe(503);
  expect(refused.body.errors[0]?.code).toBe('unavailable');
  expect(Number(refused.response.headers['retry-after'])).toBeGreaterThan(0);
  expect((await metrics.text()).text).toContain('academy_refused_total{kind="visitor"} 1');

  release();
  await Promise.all(waiting);
  expect((await search()).status).toBe(200);
});
