import { describe, expect, it } from 'vitest';
import { healthRules } from './health-rules.ts';
import { LastHour } from './last-hour.ts';

const { database, replication, clock, disk, mail, webhooks, labs, logIns, requests, work, content, backup, server } =
  healthRules;
const DATABASE = { version: '18', ms: 2, bytes: 1, oldestTransactionSeconds: 0, freeConnections: 50, waiting: 0 };
const MAIL = { waiting: 0, oldestSeconds: 0, givenUp: 0, error: null, hasServer: true, hasMailbox: false };
const SERVER = { name: 'one', version: '1', startedAt: '', memoryBytes: 1, load: 0.5 };
const GB = 1024 ** 3;
const runs = (failures: number) => ({ works: [{ name: 'sending mail', lastAt: '', failures }] });
const academies = (...items: number[]) => ({
  academies: items.map((count) => ({ tenantId: 'spring', items: count, publishedAt: null })),
});
const now = Date.parse('2030-01-31T12:00:00Z');

describe('is', () => {
  it.each([
    ['well', 'a server with free processors', server(SERVER)],
    ['warning', 'a server with too much work', server({ ...SERVER, load: 2.5 })],
    ['well', 'a quick database', database(DATABASE)],
    ['warning', 'a slow database', database({ ...DATABASE, ms: 400 })],
    ['warning', 'a database with a forgotten transaction', database({ ...DATABASE, oldestTransactionSeconds: 301 })],
    ['warning', 'a database with few connections left', database({ ...DATABASE, freeConnections: 9 })],
    ['warning', 'a database that work waits for', database({ ...DATABASE, waiting: 1 })],
    ['unknown', 'a database without a visible standby', replication({ standbys: [] })],
    ['well', 'a standby that is idle', replication({ standbys: [{ name: 'two', lagSeconds: null }] })],
    ['warning', 'a standby that is behind', replication({ standbys: [{ name: 'two', lagSeconds: 31 }] })],
    ['well', 'a clock that differs by a second', clock({ differenceMs: -1_000, uncertaintyMs: 1 })],
    ['wrong', 'a clock that differs by three seconds', clock({ differenceMs: -3_000, uncertaintyMs: 1 })],
    ['well', 'a clock behind a slow database', clock({ differenceMs: 3_000, uncertaintyMs: 2_000 })],
    ['well', 'a disk with space', disk({ freeBytes: 2 * GB, minBytes: GB / 32 })],
    ['warning', 'a disk with little space', disk({ freeBytes: GB / 2, minBytes: GB / 32 })],
    ['wrong', 'a full disk', disk({ freeBytes: 1, minBytes: GB / 32 })],
    ['well', 'mail that is sent', mail(MAIL)],
    ['wrong', 'mail that the server refuses', mail({ ...MAIL, error: 'ECONNREFUSED' })],
    ['warning', 'mail that waits long', mail({ ...MAIL, oldestSeconds: 901 })],
    ['warning', 'mail that was given up', mail({ ...MAIL, givenUp: 1 })],
    ['warning', 'mail without a server', mail({ ...MAIL, hasServer: false })],
    ['well', 'mail with a mailbox in place of a server', mail({ ...MAIL, hasServer: false, hasMailbox: true })],
    ['well', 'a webhook that waits', webhooks({ active: 1, paused: 0, waiting: 3, failed: 0 })],
    ['warning', 'a webhook that fails', webhooks({ active: 1, paused: 0, waiting: 0, failed: 1 })],
    ['warning', 'a webhook that was paused', webhooks({ active: 0, paused: 1, waiting: 0, failed: 0 })],
    ['well', 'a single lab that failed', labs({ running: 3, failed: 1 })],
    ['warning', 'labs that fail', labs({ running: 3, failed: 6 })],
    ['well', 'a class that logs in', logIns({ succeeded: 60, refused: 120 })],
    ['warning', 'somebody who tries passwords', logIns({ succeeded: 2, refused: 120 })],
    ['well', 'requests that are refused', requests({ all: 10, refused: 9, limited: 0, errors: 0 })],
    ['warning', 'a single error', requests({ all: 10, refused: 0, limited: 0, errors: 1 })],
    ['wrong', 'many errors', requests({ all: 500, refused: 0, limited: 0, errors: 10 })],
    ['warning', 'addresses above their limit', requests({ all: 500, refused: 0, limited: 101, errors: 0 })],
    ['well', 'background work', work(runs(0))],
    ['warning', 'background work that failed once', work(runs(1))],
    ['wrong', 'background work that keeps failing', work(runs(3))],
    ['well', 'one empty academy of two', content(academies(0, 3))],
    ['warning', 'nothing published', content(academies(0, 0))],
    ['warning', 'no backup', backup({ at: null, now, isLocal: false })],
    ['unknown', 'no backup where it is tried out', backup({ at: null, now, isLocal: true })],
    ['well', 'a backup of yesterday', backup({ at: '2030-01-30T12:00:00Z', now, isLocal: false })],
    ['warning', 'a backup of last month', backup({ at: '2029-12-30T12:00:00Z', now, isLocal: false })],
  ] as const)('%s: %s', (state, _what, verdict) => {
    expect(verdict.state).toBe(state);
    // What is not well says why.
    if (state === 'warning' || state === 'wrong') expect(verdict.problem).not.toBeNull();
  });
});

it('counts the last hour and forgets what is older', () => {
  let minutes = 0;
  const hour = new LastHour<'errors' | 'all'>(() => minutes * 60_000);
  hour.add('all');
  hour.add('errors');
  minutes = 59;
  hour.add('all');
  expect([hour.of('all'), hour.of('errors')]).toEqual([2, 1]);
  minutes = 60;
  expect([hour.of('all'), hour.of('errors')]).toEqual([1, 0]);
  minutes = 500;
  expect(hour.of('all')).toBe(0);
});
