import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type RunningAcademy, startAcademy } from '@academy/bench/academy';
import { percentile } from '@academy/bench/statistics';
import type { Fault, FaultFigure, FaultRun } from './fault.ts';
import { onDatabase, type PreparedAcademy, prepareAcademy } from './support/academies.ts';
import { withCleanup } from './support/cleanup.ts';
import { type Client, clientOf, isFine } from './support/client.ts';
import { figure } from './support/figures.ts';
import { type Postgres, startPostgres } from './support/postgres.ts';
import { checkLedger, countMissing, type WriterPool, writerPool } from './support/writes.ts';

/** Kills, and acknowledged writes in all; pairs of learner and lesson must suffice for the writes. */
const LONG = { kills: 100, writes: 100_000, learners: 60, courses: 72 };
const SHORT = { kills: 4, writes: 1_600, learners: 20, courses: 5 };
/** A server that starts is asked this often, ms. */
const ASK_EVERY_MS = 10;
/** A server that does not answer a write after this time has not started, ms. */
const FIRST_SUCCESS_MS = 60_000;

type Size = typeof LONG;

export const killUnderWrites: Fault = {
  name: 'kill-under-writes',
  title:
    'The server is killed under concurrent writes, every second time with its database; no acknowledged write is lost or doubled.',
  async run(given) {
    const size = given.long ? LONG : SHORT;
    return {
      figures: [
        ...(await killRepeatedly(given, size, 'embedded')),
        ...(await killRepeatedly(given, size, 'PostgreSQL')),
      ],
    };
  },
};

function killRepeatedly(given: FaultRun, size: Size, kind: 'embedded' | 'PostgreSQL'): Promise<FaultFigure[]> {
  return withCleanup(async (later) => {
    const folder = join(given.folder, `kill-${kind}`);
    const postgres = kind === 'embedded' ? null : await startPostgres(join(folder, 'postgres'));
    later.add(() => postgres?.stop());
    const prepared = await prepareAcademy(folder, postgres?.connectionString ?? null, size);
    const { learners, lessons } = prepared;
    let { academy } = prepared;
    later.add(() => academy.stop());
    const client = clientOf(academy.port);
    later.add(() => client.close());
    const pool = writerPool(learners.all, lessons);
    const [firstSuccess, ready]: [number[], number[]] = [[], []];
    let missing = 0;
    for (let kill = 1; kill <= size.kills; kill += 1) {
      await learners.keepFresh();
      const before = pool.acknowledged.length;
      const alsoDatabase = kill % 2 === 0;
      // Each kill happens at another point, and all together reach the number of writes.
      const enough = Math.round((size.writes * (kill - 0.25 + Math.random() / 4)) / size.kills);
      await writeUntilKilled(academy, postgres, pool, client, { enough, alsoDatabase });
      if (postgres?.isRunning() === false) await postgres.start();
      const began = performance.now();
      const succeeded = firstWrite(pool, client, began);
      academy = await startAcademy(academy.dataFolder, academy.port, onDatabase(postgres?.connectionString ?? null));
      firstSuccess.push(await succeeded);
      ready.push(academy.readyMs);
      missing += await countMissing(client, pool.acknowledged.slice(before));
      if (given.long ? kill % 10 === 0 : true)
        given.log(
          `${kind}: kill ${kill} of ${size.kills}, ${pool.acknowledged.length} acknowledged, ${missing} missing, first write after ${Math.round(firstSuccess.at(-1) ?? 0)} ms`,
        );
    }
    await pool.writeUntil(
      () => pool.acknowledged.length >= size.writes,
      () => client,
    );
    return figuresOf(kind, { ...prepared, pool, client, firstSuccess, missing, size });
  });
}

/** Writes, kills the server when enough was acknowledged, and returns when it has ended. */
async function writeUntilKilled(
  academy: RunningAcademy,
  postgres: Postgres | null,
  pool: WriterPool,
  client: Client,
  { enough, alsoDatabase }: { enough: number; alsoDatabase: boolean },
): Promise<void> {
  let killed: Promise<unknown> | null = null;
  await pool.writeUntil(
    () => {
      if (pool.acknowledged.length >= enough)
        killed ??= Promise.all([
          academy.kill(alsoDatabase && postgres === null),
          alsoDatabase ? postgres?.kill() : undefined,
        ]);
      return killed !== null;
    },
    () => client,
  );
  await killed;
}

/** Writes until the starting server acknowledges it. @returns ms since the start */
async function firstWrite(pool: WriterPool, client: Client, began: number): Promise<number> {
  while (!isFine(await pool.writeOne(client))) {
    if (performance.now() - began > FIRST_SUCCESS_MS) throw new Error('the killed server does not come back');
    await delay(ASK_EVERY_MS);
  }
  return performance.now() - began;
}

async function figuresOf(
  kind: string,
  given: PreparedAcademy & {
    pool: WriterPool;
    client: Client;
    firstSuccess: readonly number[];
    missing: number;
    size: Size;
  },
): Promise<FaultFigure[]> {
  const { pool, client, firstSuccess, size } = given;
  const { acknowledged } = pool;
  const ledger = await checkLedger(given.databaseUrl, acknowledged);
  const missing = given.missing + (await countMissing(client, acknowledged));
  return [
    figure(`${kind}: kills`, size.kills, '', { min: size.kills }),
    figure(`${kind}: acknowledged writes`, acknowledged.length, 'writes', { min: size.writes }),
    figure(`${kind}: lost`, Math.max(ledger.lost, missing), 'writes', { exactly: 0 }),
    figure(`${kind}: doubled`, ledger.doubled, 'writes', { exactly: 0 }),
    figure(`${kind}: first write after the start, p95`, percentile(firstSuccess, 0.95) / 1000, 's', { max: 2 }),
  ];
}
