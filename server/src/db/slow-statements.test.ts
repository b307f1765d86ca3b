import { Readable } from 'node:stream';
import { completeLesson } from '@academy/contract/lessons';
import { getMyAccess } from '@academy/contract/people';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { startPolling } from '../background/polling.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { startApp } from '../testing/start-app.ts';
import { watchSlowStatements } from './slow-statements.ts';
import { shownStatement } from './statements.ts';

const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const metrics = createMetrics({ version: '1.2.3', withProcess: false });
const app = await startApp({ log, metrics, slowStatementMs: 40 });
const { db, pool } = app.database;
const slow = (part: string) =>
  lines.filter(({ msg, statement }) => msg === 'slow statement' && `${statement}`.includes(part));

/** Does something that reads `person`, and lets this statement wait for longer than the threshold. */
async function slowly<T>(work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  await client.query('begin; lock table person in access exclusive mode');
  const working = work();
  const waiting = async () =>
    (await client.query(`select 1 from pg_locks where relation = 'person'::regclass and not granted`)).rowCount;
  await expect.poll(waiting, { interval: 10 }).toBe(1);
  await client.query('select pg_sleep(0.06)');
  await client.query('commit');
  client.release();
  return working;
}

it('logs a slow statement without its values', async () => {
  await db.execute(sql`select pg_sleep(0.05), ${'lena@example.org'}::text as "who", 'a literal' as "what"`);
  await expect.poll(() => slow('who')).toHaveLength(1);
  const [line] = slow('who');
  expect(line).toMatchObject({ rows: 1, call: 'other', correlationId: null });
  expect(line?.statement).toBe(`select pg_sleep(0.05), $1::text as "who", '?' as "what"`);
  expect(line?.ms).toBeGreaterThanOrEqual(40);
  expect(JSON.stringify(lines)).not.toMatch(/lena@|a literal/);
});

it('names the call that sent it and the reference of its reply', async () => {
  const learner = await app.aPerson();
  const bearer = await learner.bearer();
  const { body } = await slowly(() => app.call(getMyAccess, { query: {} }, { bearer }));
  await expect.poll(() => slow('person').map(({ call }) => call)).toContain('getMyAccess');
  expect(slow('person').find(({ call }) => call === 'getMyAccess')?.correlationId).toBe(body.correlationId);
  const { text } = await metrics.text();
  expect(text).toMatch(/^academy_slow_statements_total\{name="getMyAccess"\} [1-9]/m);
});

/** The second part is sent when another request was answered meanwhile. */
async function* inTwoParts(url: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{"course": "none",');
  await fetch(`${url}/health/live`);
  yield Buffer.from('"lesson": "none"}');
}

it('names a call whose body arrives slowly', async () => {
  const learner = await app.aPerson();
  const bearer = await learner.bearer();
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
  await slowly(() =>
    fetch(`${url}/api/v1${completeLesson.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', tenantid: 'spring' },
      body: Readable.toWeb(Readable.from(inTwoParts(url))) as never,
      ...{ duplex: 'half' },
    }),
  );
  await expect.poll(() => slow('person').map(({ call }) => call)).toContain('completeLesson');
});

it('names the background work that sent it', async () => {
  const polling = startPolling({
    ...{ work: 'work of a test', everyMs: 60_000, log },
    run: async () => {
      await db.execute(sql`select pg_sleep(0.05) as "background"`);
      return undefined;
    },
  });
  onTestFinished(() => polling.stop());
  await polling.firstRun;
  await expect.poll(() => slow('background').map(({ call }) => call)).toEqual(['work of a test']);
});

it('logs a slow statement that fails, with its code', async () => {
  await expect(
    db.execute(sql`select 1 / (n - n) as "late" from pg_sleep(0.05), generate_series(${7}::int, 7) n`),
  ).rejects.toThrow();
  await expect.poll(() => slow('late')).toHaveLength(1);
  expect(slow('late')[0]).toMatchObject({ rows: null, errorCode: '22012' });
});

it('logs twenty a minute and counts the rest', async () => {
  const few: unknown[] = [];
  const watch = watchSlowStatements(40, { warn: (line: unknown) => void few.push(line) } as never);
  onTestFinished(() => watch.close());
  await Promise.all(Array.from({ length: 25 }, () => db.execute(sql`select pg_sleep(0.045) as "many"`)));
  await expect.poll(() => watch.recent(60_000)).toHaveLength(25);
  expect(few).toHaveLength(20);
});

it.each([
  ["select 'it''s' , 1", "select '?' , 1"],
  ['select\n  1', 'select 1'],
  ["select 'never ended", "select '?'"],
])('shows %j', (text, shown) => expect(shownStatement(text)).toBe(shown));
