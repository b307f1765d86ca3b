import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readPostmaster } from '@academy/server/db/postgres-cluster';
import { sharedPlaceOf } from '@academy/server/db/shared-place';
import { sendSignal } from '@academy/server/values/processes';
import { ROOT } from './root.ts';

/** An academy started by `./academy start`, with rate limits high enough for a load. */
export interface RunningAcademy {
  port: number;
  dataFolder: string;
  /** Process id of the server. */
  pid: number;
  /** From the command to its line "Academy ready", ms. */
  readyMs: number;
  /** Address of the embedded provider. */
  issuer: string;
  /** Address of one tenant's pages. */
  origin(tenantId: string): string;
  /** Address of its metrics; null without `ACADEMY_METRICS_LISTEN`, and until it is printed. */
  metrics(): string | null;
  /** Process id of PostgreSQL; null while none runs. */
  databasePid(): number | null;
  isRunning(): boolean;
  /** Ends it as Ctrl-C does. */
  stop(): Promise<void>;
  /** Kills it as a power cut would, optionally with its database. */
  kill(alsoDatabase: boolean): Promise<void>;
}

/** What differs from a plain `./academy start`. */
export interface StartChoices {
  /** Further environment variables; they win. */
  env?: Readonly<Record<string, string>>;
  /** Program and first arguments in place of `./academy`. */
  command?: readonly [program: string, ...args: string[]];
}

/** A start that takes longer has failed, ms. */
const START_TIMEOUT_MS = 120_000;
const MAX = '1000000';

/** Servers that were started and have not ended. */
const living = new Set<{ child: ChildProcess; databasePid(): number | null }>();

/** Kills everything that was started here, without output: called when the bench itself is stopped. */
export function killAcademies(): void {
  for (const { child, databasePid } of living) {
    const database = databasePid();
    child.kill('SIGKILL');
    if (database !== null) sendSignal(database, 'SIGKILL');
  }
}

/**
 * Starts `./academy start` on a data folder.
 *
 * @param port 0 takes any free one
 * @throws Error with its last lines of output when it does not become ready
 */
export async function startAcademy(dataFolder: string, port = 0, choices: StartChoices = {}): Promise<RunningAcademy> {
  const began = performance.now();
  const [program, ...first] = choices.command ?? [join(ROOT, 'academy')];
  const child = spawn(program, [...first, 'start', '--port', String(port), '--data', dataFolder], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ACADEMY_ANONYMOUS_PER_MINUTE: MAX,
      ACADEMY_SIGNED_IN_PER_MINUTE: MAX,
      ...choices.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const entry = { child, databasePid: () => databasePidOf(dataFolder) };
  living.add(entry);
  child.once('exit', () => living.delete(entry));
  const said: string[] = [];
  try {
    const { readyMs, port: taken } = await ready(child, began, said, port);
    return running(child, dataFolder, taken, readyMs, said);
  } catch (error) {
    child.kill('SIGTERM');
    throw error;
  }
}

/** @param wanted the port that was asked for: outside `local` the addresses that are printed have another one */
async function ready(
  child: ChildProcess,
  began: number,
  said: string[],
  wanted: number,
): Promise<{ readyMs: number; port: number }> {
  return new Promise((done, refuse) => {
    const fail = (why: string) =>
      refuse(new Error(`The academy did not start (${why}):\n${said.slice(-10).join('\n')}`));
    const timer = setTimeout(() => fail('it took too long'), START_TIMEOUT_MS);
    child.once('error', refuse);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`status ${code}`);
    });
    let readyMs = 0;
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        said.push(line);
        if (line.startsWith('Academy ready')) readyMs = performance.now() - began;
        const [, port] = /http:\/\/\w+\.localhost:(\d+)/.exec(line) ?? [];
        if (readyMs === 0 || (port === undefined && wanted === 0)) return;
        clearTimeout(timer);
        done({ readyMs, port: wanted === 0 ? Number(port) : wanted });
      });
    }
  });
}

function databasePidOf(dataFolder: string): number | null {
  for (const home of [dataFolder, sharedPlaceOf(dataFolder)]) {
    const postmaster = readPostmaster(join(home, 'pg'));
    if (postmaster !== null) return postmaster.pid;
  }
  return null;
}

function running(
  child: ChildProcess,
  dataFolder: string,
  port: number,
  readyMs: number,
  said: readonly string[],
): RunningAcademy {
  const pid = child.pid ?? 0;
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return {
    port,
    dataFolder,
    pid,
    readyMs,
    issuer: `http://localhost:${port}/idp/`,
    origin: (tenantId) => `http://${tenantId}.localhost:${port}`,
    metrics: () => said.map((line) => /^Metrics: (\S+)/.exec(line)?.[1]).find((url) => url !== undefined) ?? null,
    databasePid: () => databasePidOf(dataFolder),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: () => end('SIGTERM'),
    async kill(alsoDatabase) {
      const database = databasePidOf(dataFolder);
      const gone = end('SIGKILL');
      if (alsoDatabase && database !== null) sendSignal(database, 'SIGKILL');
      await gone;
    },
  };
}
