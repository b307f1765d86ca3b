import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '@academy/server/db/connect';
import { migrate } from '@academy/server/db/migrate';
import { aCourse } from '@academy/server/testing/a-course';
import { cleanUp } from '@academy/server/testing/after-file';
import { findProgram } from '@academy/server/testing/program.fixture';
import type { ClusterServer } from '@academy/server/testing/two-servers.fixture';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { missingForPatroni, startPatroniCluster } from './faults/patroni-cluster.ts';

const all = process.env.ACADEMY_TEST_ALL === '1';
const pgbouncer = all ? findProgram('pgbouncer') : null;
const missing = all ? [...missingForPatroni(), ...(pgbouncer === null ? ['pgbouncer'] : [])] : [];
if (missing.length > 0) console.warn(`Fail-over is not tested: these programs are missing: ${missing.join(', ')}.`);
// Stopping a whole cluster takes a while on a busy machine.
afterAll(cleanUp, 60_000);

const MANY = '1000000';
/** A writer gives up on a message after this many refusals. */
const MAX_REFUSALS = 2_000;
/** Between a refusal and the next attempt, ms: shorter than servers ask for, so that the gap is measured. */
const AGAIN_MS = 50;

/** Messages written one after the other, each sent again until a server says that it is stored. */
function startWriting(servers: readonly ClusterServer[]) {
  const stored: string[] = [];
  const statuses = new Map<number, number>();
  const unclear: string[] = [];
  let longestGapMs = 0;
  let isOver = false;
  async function write(writer: number): Promise<void> {
    let last = performance.now();
    for (let count = 0; !isOver; count += 1) {
      const message = `message ${writer}-${count} of a test`;
      for (let refusals = 0; refusals < MAX_REFUSALS; refusals += 1) {
        const server = servers[(writer + refusals) % servers.length] as ClusterServer;
        const response = await server.ask('/api/v1/email/contactUs', {
          method: 'POST',
          headers: { tenantid: 'spring', 'content-type': 'application/json', 'idempotency-key': keyOf(writer, count) },
          body: JSON.stringify({
            ...{ firstName: 'Vera', lastName: 'Visitor', email: 'vera@example.org' },
            ...{ subject: 'An idea for a new course', message },
          }),
        });
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        const text = await response.text();
        if (response.status === 200) {
          stored.push(message);
          longestGapMs = Math.max(longestGapMs, performance.now() - last);
          last = performance.now();
          break;
        }
        if (response.headers.get('retry-after') === null) unclear.push(text);
        await delay(AGAIN_MS);
      }
    }
  }
  const writers = [0, 1, 2, 3].map(write);
  return {
    stored,
    statuses,
    unclear,
    async stop() {
      isOver = true;
      await Promise.all(writers);
      return Math.round(longestGapMs);
    },
  };
}

const keyOf = (writer: number, count: number) =>
  `00000000-0000-4000-8000-${(writer * 1_000_000 + count).toString(16).padStart(12, '0')}`;

/** Searches of visitors. Each has another text, with signs that searches ignore, because results are cached by it. */
function startReading(server: ClusterServer) {
  const failed: string[] = [];
  let count = 0;
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const signs = count.toString(2).replaceAll('0', '.').replaceAll('1', '!');
      const response = await server.ask(`/api/v1/search?q=falcons${signs}`, { headers: { tenantid: 'spring' } });
      const text = await response.text();
      if (response.status !== 200 || !text.includes('spring-falcons')) failed.push(`${response.status} ${text}`);
      count += 1;
      await delay(10);
    }
  })();
  return {
    failed,
    async stop() {
      isOver = true;
      await reading;
      return count;
    },
  };
}

describe.runIf(all && missing.length === 0)('PostgreSQL under Patroni, behind haproxy', () => {
  it('every acknowledged write survives a switch and a lost primary server', { timeout: 300_000 }, async () => {
    // Loaded here: the usual run of tests does without them.
    const { startPgbouncer } = await import('@academy/server/testing/pgbouncer.fixture');
    const { startTwoServers } = await import('@academy/server/testing/two-servers.fixture');
    const folder = mkdtempSync(join(tmpdir(), 'academy-patroni-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const cluster = await startPatroniCluster({ folder, nodes: 3 });
    onTestFinished(() => cluster.stop());
    const { pool, db, close } = connect(cluster.address, { connections: 2 });
    await migrate(pool);
    // One server connects through pgbouncer as well.
    const pooler = await startPgbouncer(pgbouncer ?? '', cluster.address, {
      server_login_retry: '1',
      query_wait_timeout: '5',
      server_check_delay: '0',
    });
    const { here, there, publish } = await startTwoServers(
      db,
      {
        DATABASE_URL: cluster.address,
        DATABASE_REPLICA_URLS: cluster.replicaAddress,
        ACADEMY_MESSAGES_PER_TEN_MINUTES: MANY,
        ACADEMY_ANONYMOUS_PER_MINUTE: MANY,
      },
      { DATABASE_URL: pooler.connectionString, DATABASE_DIRECT_URL: cluster.address },
    );
    await close();
    const course = { id: 'spring-falcons', title: 'Falcons', lessons: [{ id: 'spring-falcons-1' }] };
    expect((await publish(here, aCourse(course))).status).toBe(200);
    const writing = startWriting([here, there]);
    const reading = startReading(there);
    const untilStored = async (more: number) => {
      const enough = writing.stored.length + more;
      while (writing.stored.length < enough) await delay(50);
    };

    await untilStored(50);
    const before = await cluster.primary();
    expect(await cluster.switchover()).not.toBe(before);
    await untilStored(50);
    await cluster.untilWhole();
    const killed = (await cluster.primary()) ?? '';
    await cluster.kill(killed);
    await cluster.untilOther(killed);
    await untilStored(50);
    const longestGapMs = await writing.stop();
    const reads = await reading.stop();

    const after = connect(cluster.address, { connections: 1 });
    const { rows } = await after.pool.query<{ message: string }>('select message from contact_message');
    await after.close();
    const kept = rows.map(({ message }) => message);
    console.info(
      `${writing.stored.length} writes acknowledged, longest gap ${longestGapMs} ms, ${reads} searches;`,
      `replies: ${[...writing.statuses].map(([status, count]) => `${count} of ${status}`).join(', ')}`,
    );
    expect(writing.stored.filter((message) => !kept.includes(message))).toEqual([]);
    expect(new Set(kept).size).toBe(kept.length);
    expect([...writing.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(writing.unclear).toEqual([]);
    expect(reading.failed).toEqual([]);
    // The same servers are ready again, and hear of publishes.
    for (const server of [here, there]) expect((await server.ask('/health/ready')).status).toBe(200);
    expect((await publish(here, aCourse({ ...course, title: 'Peregrines' }))).status).toBe(200);
    await expect
      .poll(async () =>
        (await there.ask('/api/v1/courses/list?tenantId=spring', { headers: { tenantid: 'spring' } })).text(),
      )
      .toContain('Peregrines');
  });
});
