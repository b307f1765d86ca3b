import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listCourses } from '@academy/contract/courses';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { afterFile } from '../testing/after-file.ts';
import { testDatabase } from '../testing/database.ts';
import { findProgram, freePort, type RunningProgram, run } from '../testing/program.fixture.ts';
import { startApp } from '../testing/start-app.ts';
import { SharedCounts } from './shared-counts.ts';

const program = findProgram('redis-server') ?? findProgram('valkey-server');
const database = await testDatabase();
const LIMIT = 6;

async function startRedis(port: number): Promise<RunningProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'academy-redis-'));
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const running = run(program ?? '', args);
  await vi.waitFor(
    () =>
      new Promise<void>((open, refused) => {
        const socket = createConnection(port, '127.0.0.1', () => {
          socket.destroy();
          open();
        });
        socket.once('error', refused);
      }),
    { timeout: 10_000 },
  );
  return running;
}

/** Two servers that share a limit of calls. */
async function twoApps(port: number) {
  const logged: { level: number; msg: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const counts = [0, 1].map(() => new SharedCounts(`redis://127.0.0.1:${port}`, log));
  onTestFinished(() => {
    for (const one of counts) one.close();
  });
  const limits = { anonymousPerMinute: LIMIT };
  const apps = [];
  for (const sharedCounts of counts) apps.push(await startApp({ database, limits, sharedCounts }));
  const [here, there] = apps;
  if (here === undefined || there === undefined) throw new Error('two servers are started');
  const ask = async (app: typeof here) => (await app.call(listCourses, { query: {} }, { tenant: 'spring' })).status;
  const ready = () =>
    vi.waitFor(() => expect(counts.every(({ redis }) => redis.status === 'ready')).toBe(true), 10_000);
  /** Calls that pass before the limit is reached, made at both servers in turn. */
  const passed = async () => {
    for (let count = 0; ; count += 1) if ((await ask(count % 2 === 0 ? here : there)) === 429) return count;
  };
  return { here, there, ask, passed, ready, logged };
}

describe.skipIf(program === null)('counting calls in Redis', () => {
  it('two servers share a limit, count alone while Redis is away, and share again', async () => {
    const port = await freePort();
    const first = await startRedis(port);
    const { here, there, ask, passed, ready, logged } = await twoApps(port);
    await ready();
    expect(await passed()).toBe(LIMIT);
    expect([await ask(here), await ask(there)]).toEqual([429, 429]);
    const linesOf = (text: string) => logged.filter(({ msg }) => msg.startsWith(text)).length;
    expect(linesOf('calls are counted')).toBe(0);

    await first.kill();
    // Each server has counted nothing itself, and goes on.
    expect(await passed()).toBe(2 * LIMIT);
    expect(linesOf('calls are counted by this server alone')).toBe(2);

    await startRedis(port);
    await ready();
    expect(await passed()).toBe(LIMIT);
    expect(linesOf('calls are counted in Redis again')).toBe(2);
  });

  it('a Redis that hangs delays no call for long', async () => {
    const port = await freePort();
    const redis = await startRedis(port);
    const { here, ask, ready } = await twoApps(port);
    await ready();
    expect(await ask(here)).toBe(200);
    redis.child.kill('SIGSTOP');
    onTestFinished(() => void redis.child.kill('SIGCONT'));
    const began = performance.now();
    for (let count = 0; count < LIMIT; count += 1) expect(await ask(here)).toBe(200);
    expect(performance.now() - began).toBeLessThan(1_500);
  });
});
