import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { API_BASE_PATH, TENANT_HEADER } from '@academy/contract/constants';
import { openAttempt } from '@academy/contract/knowledge-checks';
import { type Connection, connect } from '@academy/server/db/connect';
import { findRunningPostgres, startEmbeddedPostgres } from '@academy/server/db/embedded-postgres';
import { keepQuestions } from '@academy/server/stats/kept-questions';
import { keepStatistics, SMALL_LEDGER } from '@academy/server/stats/kept-statistics';
import { type RunningAcademy, startAcademy } from '../academy.ts';
import { BENCH_TENANT, publishingToken, sampleTexts } from '../courses.ts';
import { signIn, signInLearners } from '../people.ts';
import { residentMegabytes } from '../processor-time.ts';
import { percentile } from '../statistics.ts';
import { GROWTH_CALLS } from './all-calls.ts';
import { bearerMaker } from './bearers.ts';
import { databaseFolder, explainStatements, PlanLog, tableSizes } from './explain.ts';
import { choosePool, type FillTimes, fillPeople, PASSWORD, type PoolPerson } from './fill.ts';
import { fillContent, publishTemplates, TEMPLATE } from './fill-content.ts';
import { type CallFigures, type GrowthWorld, measureCall } from './measure.ts';
import { RECORD_FILE, readRecorded } from './recorded.ts';
import type { GrowthSize } from './sizes.ts';
import {
  explainCalls,
  type ForbiddenScan,
  forbiddenScans,
  type KnownStatement,
  knownStatements,
} from './statements.ts';

const MAX = '1000000';
/** Limits that one address would meet. */
const ENV: Readonly<Record<string, string>> = {
  ACADEMY_ACCOUNT_LOOKUPS_PER_MINUTE: MAX,
  ACADEMY_LAB_STARTS_PER_MINUTE: MAX,
  ACADEMY_MESSAGES_PER_TEN_MINUTES: MAX,
  ACADEMY_VISITOR_ATTEMPTS_PER_TEN_MINUTES: MAX,
  ACADEMY_REPORTS_PER_MINUTE: MAX,
};
/** The nightly work, which also begins with the server, and how long it may take, ms. */
const CLEANING = 'deleting old records';
const CLEANING_MS = 300_000;
/** The database is idle when nothing works in so many looks, one every half second. */
const IDLE_LOOKS = 10;
const SIGN_INS = 20;
const ADMINS = 10;
const TABLES = 12;
/** Learners, and attempts, that one statement adds up: so few that no other statement waits long for its locks. */
const COUNTED_AT_ONCE = 5_000;
/** Calls between two lines of progress. */
const LOG_EVERY = 30;

export interface GrowthOptions {
  /** People whose requests are measured. */
  learners: number;
  /** Most requests of a call. */
  max: number;
  /** Keeps all statements with their plans in this file; null: nowhere. */
  plansFile: string | null;
  log(line: string): void;
}

/** What one size took. */
export interface GrowthResult {
  size: GrowthSize;
  /** Seconds by table. */
  filling: FillTimes;
  /** Of the whole database, and of its largest tables with their indexes, bytes. */
  databaseBytes: number;
  tableBytes: Record<string, number>;
  /** From the command to "ready" on the filled database, ms. */
  warmStartMs: number;
  /** Resident memory of the server after its calls, MB. */
  memoryMb: number | null;
  /** Signing in with a password, ms. */
  signIn: { p50: number; p99: number };
  /** Longest run of each background work, ms. */
  work: Record<string, number>;
  calls: CallFigures[];
  /** Number of different statements whose plans were looked at. */
  statements: number;
  scans: ForbiddenScan[];
}

/** An academy that was filled, to be started at the same port again. */
interface FilledAcademy {
  folder: string;
  port: number;
  size: GrowthSize;
  /** An access token of a real sign-in. */
  token: string;
  filling: FillTimes;
  databaseBytes: number;
  tableBytes: Record<string, number>;
}

/** Fills an academy of this size. @param folder of its data; the caller removes it */
export async function fillAcademy(folder: string, size: GrowthSize, options: GrowthOptions): Promise<FilledAcademy> {
  options.log(`Filling an academy of ${size.people} people and ${size.courses} courses`);
  const academy = await startAcademy(folder, 0, { env: ENV });
  const token = await prepare(academy).finally(() => academy.stop());
  return { ...(await fill(folder, size, options)), folder, port: academy.port, size, token };
}

/**
 * Measures a filled academy: once with the plans of all statements, once without.
 *
 * @throws Error when a call fails
 */
export async function measureAcademy(filled: FilledAcademy, options: GrowthOptions): Promise<GrowthResult> {
  const { folder, port, size, token: _token, ...filling } = filled;
  const record = join(folder, 'bench-record.jsonl');
  const recorder = pathToFileURL(join(import.meta.dirname, 'recorder.process.ts')).href;
  // The log is read from before the start, so that the work that begins with the server is in it.
  const plans = await withDatabase(folder, async (pool) => {
    await explainStatements(pool, true);
    return new PlanLog(await databaseFolder(pool));
  });
  const watching = { ...ENV, [RECORD_FILE]: record, NODE_OPTIONS: `--import ${recorder}` };
  const watched = await startAcademy(folder, port, { env: watching });
  const known = await explain(watched, filled, { record, plans }, options).finally(() => watched.stop());
  if (options.plansFile !== null) writeFileSync(options.plansFile, JSON.stringify(known.statements, null, 1));
  await withDatabase(folder, (pool) => explainStatements(pool, false));

  const academy = await startAcademy(folder, port, { env: ENV });
  const measured = await measure(academy, filled, options).finally(() => academy.stop());
  const scans = forbiddenScans(known.statements);
  return { size, ...filling, ...measured, work: known.work, statements: known.statements.length, scans };
}

/**
 * Makes the originals that SQL copies: published content, a session and an attempt.
 *
 * @returns an access token
 */
async function prepare(academy: RunningAcademy): Promise<string> {
  const [text = ''] = await sampleTexts();
  await publishTemplates(academy, text);
  const [learner] = await signInLearners(academy, 1);
  const response = await fetch(`http://127.0.0.1:${academy.port}${API_BASE_PATH}${openAttempt.path}`, {
    method: openAttempt.method,
    headers: {
      ...{ authorization: `Bearer ${learner?.bearer}`, [TENANT_HEADER]: BENCH_TENANT },
      'content-type': 'application/json',
    },
    body: JSON.stringify({ lessonId: `${TEMPLATE}-check` }),
  });
  if (!response.ok) throw new Error(`the attempt was refused: ${response.status} ${await response.text()}`);
  return learner?.bearer ?? '';
}

/** Fills the database while no server runs. */
async function fill(folder: string, size: GrowthSize, { learners, log }: GrowthOptions) {
  return withDatabase(folder, async (pool, address) => {
    await fillContent(address, size);
    const filling = await fillPeople(address, size, log);
    filling.statistics = await fillStatistics(address, log);
    await choosePool(pool, size, learners, ADMINS);
    const { rows } = await pool.query<{ name: string; bytes: number }>(
      `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc limit ${TABLES}`,
    );
    const whole = await pool.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes');
    const tableBytes = Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]));
    return { filling, databaseBytes: whole.rows[0]?.bytes ?? 0, tableBytes };
  });
}

/**
 * Adds up the statistics, which an academy that had its people for longer has. Where the ledger is small there are none.
 *
 * @returns seconds
 */
async function fillStatistics(address: string, log: (line: string) => void): Promise<number> {
  log('Adding up the statistics');
  const { db, pool, close } = connect(address, { connections: 1, statementTimeoutMs: 600_000 });
  const began = performance.now();
  try {
    while (await keepStatistics(db, SMALL_LEDGER, COUNTED_AT_ONCE));
    while (await keepQuestions(db, COUNTED_AT_ONCE));
    await pool.query('vacuum analyze statistic, learner_statistic, learner_course, question_statistic, asked_question');
    return (performance.now() - began) / 1000;
  } finally {
    await close();
  }
}

async function withDatabase<T>(dataFolder: string, work: (pool: Connection['pool'], address: string) => Promise<T>) {
  const postgres = await startEmbeddedPostgres({ dataFolder });
  const { pool, close } = connect(postgres.connectionString, { connections: 1, statementTimeoutMs: 600_000 });
  try {
    return await work(pool, postgres.connectionString);
  } finally {
    await close();
    await postgres.stop();
  }
}

async function inWorld<T>(
  academy: RunningAcademy,
  { size, token }: FilledAcademy,
  work: (world: GrowthWorld) => Promise<T>,
): Promise<T> {
  const address = findRunningPostgres(academy.dataFolder);
  if (address === null) throw new Error('the database of the academy does not run');
  // The statements of the bench itself are none of a call.
  const quiet = new URL(address);
  quiet.searchParams.set('options', '-c auto_explain.log_min_duration=-1');
  const { pool, close } = connect(quiet.href, { connections: 1, statementTimeoutMs: 600_000 });
  try {
    // Those who left in an earlier run make no requests.
    await pool.query(
      'delete from growth.pool p where not exists (select from person where person.person_id = p.person_id)',
    );
    const bearerOf = await bearerMaker(pool, token);
    const people = async (table: string) => {
      const { rows } = await pool.query<PoolPerson>(
        `select p.n::text as n, person_id as "personId", account_id as "accountId", email, first_name as "firstName",
           last_name as "lastName" from growth.${table} p join person using (person_id) order by p.turn`,
      );
      return rows;
    };
    return await work({
      ...{ port: academy.port, serverPid: academy.pid, databasePid: academy.databasePid(), pool, bearerOf },
      ...{ learners: await people('pool'), admins: await people('admin'), token: await publishingToken(academy) },
      courses: size.courses,
    });
  } finally {
    await close();
  }
}

/** Some requests of each call while the database explains each statement; and the work that begins with the server. */
async function explain(
  academy: RunningAcademy,
  filled: FilledAcademy,
  { record, plans }: { record: string; plans: PlanLog },
  { log, max }: GrowthOptions,
): Promise<{ statements: KnownStatement[]; work: Record<string, number> }> {
  return inWorld(academy, filled, async (world) => {
    log('Looking at the plan of each statement');
    const failures: string[] = [];
    const found = await explainCalls(GROWTH_CALLS, world, plans, max, (name, why) => failures.push(`${name}: ${why}`));
    refuseFailures(failures, filled);
    for (const end = Date.now() + CLEANING_MS; Date.now() < end; await sleep(1_000))
      if (readRecorded(record).work.has(CLEANING)) break;
    for (const statement of plans.next()) found.push({ during: CLEANING, statement });
    const recorded = readRecorded(record);
    const work = Object.fromEntries([...recorded.work].map(([name, runs]) => [name, Math.max(...runs)]));
    return { statements: knownStatements(found, recorded, await tableSizes(world.pool)), work };
  });
}

async function measure(academy: RunningAcademy, filled: FilledAcademy, { log, max }: GrowthOptions) {
  return inWorld(academy, filled, async (world) => {
    await untilIdle(world.pool);
    log(`Measuring ${GROWTH_CALLS.length} calls`);
    const signIns: number[] = [];
    for (let n = 1; n <= Math.min(SIGN_INS, max); n += 1) {
      const began = performance.now();
      await signIn(academy, `learner-${n * 5 + 1}@mail.example.org`, PASSWORD);
      signIns.push(performance.now() - began);
    }
    const calls: CallFigures[] = [];
    for (const [at, call] of GROWTH_CALLS.entries()) {
      const figures = await measureCall(call, world, `run-${at}-${Date.now().toString(36)}-`, max);
      calls.push(figures);
      if ((at + 1) % LOG_EVERY === 0) log(`Measured ${at + 1} of ${GROWTH_CALLS.length} calls`);
    }
    refuseFailures(
      calls.flatMap(({ name, failure }) => (failure === null ? [] : [`${name}: ${failure}`])),
      filled,
    );
    return {
      ...{ warmStartMs: academy.readyMs, memoryMb: residentMegabytes(academy.pid), calls },
      signIn: { p50: percentile(signIns, 0.5), p99: percentile(signIns, 0.99) },
    };
  });
}

/** Waits for the work that begins with the server: after a fill everything is due at once. It is measured by itself. */
async function untilIdle(pool: Connection['pool']): Promise<void> {
  let looks = 0;
  for (const end = Date.now() + CLEANING_MS; looks < IDLE_LOOKS && Date.now() < end; await sleep(500)) {
    const { rows } = await pool.query(
      `select from pg_stat_activity where state <> 'idle' and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    looks = rows.length === 0 ? looks + 1 : 0;
  }
}

function refuseFailures(failures: readonly string[], { size }: FilledAcademy): void {
  if (failures.length > 0) throw new Error(`calls failed at ${size.people} people:\n${failures.join('\n')}`);
}
