import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type RunningAcademy, startAcademy } from '@academy/bench/academy';
import { BENCH_TENANT, type LessonRef } from '@academy/bench/courses';
import { getProgressOverlay } from '@academy/contract/progress';
import type { Fault, FaultFigure, FaultRun } from './fault.ts';
import { prepareAcademy, publicPlace, sharedSettings } from './support/academies.ts';
import { withCleanup } from './support/cleanup.ts';
import { clientOf } from './support/client.ts';
import { type EditionCommand, twoEditions } from './support/editions.ts';
import { figure } from './support/figures.ts';
import { type Learners, signInMany } from './support/learners.ts';
import { startPostgres } from './support/postgres.ts';
import { freePort, missingProgram } from './support/programs.ts';
import { PROXY_PROGRAMS, type ProxyKind, startProxy } from './support/proxies.ts';
import { catalogueReads, p95, problemsText, type Read, readCount, readUntil } from './support/reads.ts';
import { checkLedger, writerPool } from './support/writes.ts';

/** Requests through each proxy, a fifth of them writes; each server restarts `restarts` times meanwhile. */
const LONG = { requests: 50_000, restarts: 3, perSecond: 500, learners: 40, courses: 14 };
const SHORT = { requests: 2_500, restarts: 1, perSecond: 100, learners: 20, courses: 8 };
const WRITE_SHARE = 0.2;
/** A server that is asked to stop goes on for this long, so that proxies notice, seconds. */
const DRAIN_SECONDS = 4;
/** Between two restarts a proxy must find the server that came back, ms. */
const BETWEEN_MS = 2_500;

type Size = typeof LONG;

export const rollingRestart: Fault = {
  name: 'rolling-restart',
  title: 'Two servers behind HAProxy, then behind nginx, change between two editions in turn; no request fails.',
  run: (given) =>
    withCleanup(async (later) => {
      const missing = missingProgram(Object.values(PROXY_PROGRAMS).flat());
      if (missing !== null) return { skipped: missing };
      const size = given.long ? LONG : SHORT;
      const postgres = await startPostgres(join(given.folder, 'postgres'));
      later.add(() => postgres.stop());
      given.log('publishing courses');
      const { academy, lessons } = await prepareAcademy(given.folder, postgres.connectionString, {
        ...{ courses: size.courses, learners: 0 },
      });
      await academy.stop();
      const editions = twoEditions(join(given.folder, 'next-edition'));
      const half = Math.ceil(lessons.length / 2);
      const behind = (kind: ProxyKind, some: LessonRef[]) =>
        restartBehind(kind, given, { size, editions, databaseUrl: postgres.connectionString, lessons: some });
      return {
        figures: [
          ...(await behind('haproxy', lessons.slice(0, half))),
          ...(await behind('nginx', lessons.slice(half))),
        ],
      };
    }),
};

interface Setting {
  size: Size;
  editions: readonly [EditionCommand, EditionCommand];
  databaseUrl: string;
  lessons: LessonRef[];
}

function restartBehind(kind: ProxyKind, given: FaultRun, setting: Setting): Promise<FaultFigure[]> {
  const { size, editions, databaseUrl, lessons } = setting;
  return withCleanup(async (later) => {
    const folder = join(given.folder, kind);
    const port = await freePort();
    const place = publicPlace(port);
    const env = { ...sharedSettings(databaseUrl, place), ACADEMY_DRAIN_SECONDS: String(DRAIN_SECONDS) };
    const start = (index: number, edition: number, at: number) =>
      startAcademy(join(folder, `data-${index}`), at, { env, command: editions[edition % 2] ?? editions[0] });
    const servers: [RunningAcademy, RunningAcademy] = [
      await start(0, 0, await freePort()),
      await start(1, 0, await freePort()),
    ];
    later.add(() => Promise.all(servers.map((server) => server.stop())));
    const proxy = await startProxy(kind, folder, port, [servers[0].port, servers[1].port]);
    later.add(() => proxy.stop());
    const learners = await signInMany(place, databaseUrl, size.learners);
    const client = clientOf(port, { secure: true });
    later.add(() => client.close());

    const pool = writerPool(learners.all, lessons);
    const reads = readCount();
    const failedWrites = () => [...pool.problems.values()].reduce((sum, count) => sum + count, 0);
    const requests = () => reads.requests + pool.acknowledged.length + failedWrites();
    let [restarted, failed] = [false, false];
    const isOver = () => failed || (restarted && requests() >= size.requests);
    const load = Promise.all([
      readUntil(isOver, readsOf(lessons, learners), () => client, reads, {
        readers: 24,
        perSecond: size.perSecond * (1 - WRITE_SHARE),
      }),
      pool.writeUntil(isOver, () => client, { writers: 8, perSecond: size.perSecond * WRITE_SHARE }),
    ]);
    // Reported below, or after what failed first.
    load.catch(() => {});
    try {
      for (let round = 1; round <= size.restarts; round += 1) {
        for (const index of [0, 1] as const) {
          await delay(BETWEEN_MS);
          const { port: at } = servers[index];
          await servers[index].stop();
          servers[index] = await start(index, round, at);
          given.log(
            `${kind}: server ${index + 1} restarted (${round} of ${size.restarts}), ${requests()} requests, ${reads.failed + failedWrites()} failed`,
          );
        }
      }
      restarted = true;
    } catch (error) {
      failed = true;
      throw error;
    }
    await load;
    const problems = [problemsText(reads.problems), problemsText(pool.problems)].filter((text) => text !== '');
    if (problems.length > 0) given.log(`${kind}: reads and writes failed with ${problems.join('; ')}`);
    const ledger = await checkLedger(databaseUrl, pool.acknowledged);
    return [
      figure(`${kind}: restarts`, size.restarts * 2, ''),
      figure(`${kind}: requests`, requests(), '', { min: size.requests }),
      figure(`${kind}: of these writes`, pool.acknowledged.length, ''),
      figure(`${kind}: failed reads`, reads.failed, '', { exactly: 0 }),
      figure(`${kind}: failed writes`, failedWrites(), '', { exactly: 0 }),
      figure(`${kind}: lost and doubled writes`, ledger.lost + ledger.doubled, 'writes', { exactly: 0 }),
      figure(`${kind}: read, p95`, p95(reads), 'ms'),
    ];
  });
}

/** What visitors and signed-in learners read. */
function readsOf(lessons: readonly LessonRef[], { all }: Learners): Read[] {
  const [learner] = all;
  return [
    ...catalogueReads(lessons),
    (client) =>
      client.call(getProgressOverlay, {
        tenantId: BENCH_TENANT,
        query: { kind: 'courses' },
        ...(learner === undefined ? {} : { bearer: learner.bearer }),
      }),
  ];
}
