import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartProblem } from '../settings/start-problem.ts';
import { isAlive, isPostgresOf, poll, sendSignal, waitUntilGone } from '../values/processes.ts';
import { freeBytes, MIN_FREE_BYTES } from './disk-space.ts';
import { cleanEnv, PORT, readPostmaster, startFailure } from './postgres-cluster.ts';
import type { PostgresUser } from './postgres-user.ts';

/** Recovery after a crash may have to read a gigabyte of log. */
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 8_000;
/** A PostgreSQL that ended is restarted after this time, ms; the wait doubles while that fails. */
const RESTART_AFTER_MS = 250;
const MAX_PAUSE_MS = 5_000;

/** Runs PostgreSQL's main process: start or adopt, watch, stop. */
export class PostgresSupervisor {
  pid = 0;
  adopted = false;
  #stopping = false;
  #failures = 0;
  #problem = '';
  #watch: NodeJS.Timeout | undefined;
  readonly #user: PostgresUser;
  readonly #directory: string;
  readonly #args: string[];
  readonly #log: (line: string) => void;

  constructor(user: PostgresUser, directory: string, args: string[], log: (line: string) => void) {
    this.#user = user;
    this.#directory = directory;
    this.#args = args;
    this.#log = log;
  }

  async start(): Promise<void> {
    const left = await this.#takeOver();
    if (left) {
      this.pid = left;
      this.adopted = true;
      this.#watch = setInterval(() => {
        if (!isAlive(left)) this.#restart();
      }, 1_000).unref();
      return;
    }
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await this.#launch())) {
      // Child processes of a killed main process may hold its shared memory for a moment longer.
      if (Date.now() > deadline) throw this.#startFailed();
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#watch);
    if (!this.pid) return;
    sendSignal(this.pid, 'SIGINT');
    if (await waitUntilGone(this.pid, STOP_TIMEOUT_MS)) return;
    // Acknowledged data is in the write-ahead log; the next start replays it.
    sendSignal(this.pid, 'SIGQUIT');
    if (!(await waitUntilGone(this.pid, 2_000))) sendSignal(this.pid, 'SIGKILL');
    await waitUntilGone(this.pid, 2_000);
  }

  /** The id of a left-over PostgreSQL that runs with our settings; null when there is none. */
  async #takeOver(): Promise<number | null> {
    const left = readPostmaster(this.#directory);
    if (!left) return null;
    const ours = isAlive(left.pid) ? isPostgresOf(left.pid, this.#directory) : false;
    if (ours === 'unknown') {
      throw new StartProblem(
        `The database in ${this.#directory} is in use by process ${left.pid}, which belongs to somebody else.`,
        `Stop it as its owner ("kill -INT ${left.pid}"), or choose another folder with --data.`,
      );
    }
    if (!ours) {
      // Another program may have this id by now; PostgreSQL would take that for itself and refuse to start.
      rmSync(join(this.#directory, 'postmaster.pid'), { force: true });
      rmSync(join(left.socketFolder, `.s.PGSQL.${PORT}.lock`), { force: true });
      return null;
    }
    if (this.#runsOurCommand()) {
      const ready = await poll(START_TIMEOUT_MS, () => {
        const status = readPostmaster(this.#directory)?.status;
        if (!isAlive(left.pid) || status === 'stopping') return false;
        return status === 'ready' ? true : undefined;
      });
      if (ready) {
        this.#log(`Took over the database that an earlier server left running (process ${left.pid})`);
        return left.pid;
      }
    }
    sendSignal(left.pid, 'SIGINT');
    if (!(await waitUntilGone(left.pid, STOP_TIMEOUT_MS))) {
      sendSignal(left.pid, 'SIGQUIT');
      await waitUntilGone(left.pid, 2_000);
    }
    return null;
  }

  /** PostgreSQL writes its command line into a file; another one means other settings or another version. */
  #runsOurCommand(): boolean {
    try {
      const expected = [this.#user.binaries.postgres, ...this.#args.map((argument) => `"${argument}"`)].join(' ');
      return readFileSync(join(this.#directory, 'postmaster.opts'), 'utf8').trim() === expected;
    } catch {
      return false;
    }
  }

  /** True when PostgreSQL is ready, false when another attempt is worthwhile. */
  async #launch(): Promise<boolean> {
    const output = openSync(this.#startLog(), 'w', 0o600);
    let child: ChildProcess;
    try {
      const { program, args, options } = this.#user.command(this.#user.binaries.postgres, this.#args);
      // Detached: Ctrl-C must reach the server alone, which stops PostgreSQL after the last request.
      child = spawn(program, args, { ...options, stdio: ['ignore', output, output], detached: true, env: cleanEnv() });
    } finally {
      closeSync(output);
    }
    let ended = false;
    child.once('error', () => {
      ended = true;
    });
    child.once('exit', () => {
      ended = true;
    });
    const ready = await poll(START_TIMEOUT_MS, () => {
      if (ended) return false;
      const postmaster = readPostmaster(this.#directory);
      return postmaster?.pid === child.pid && postmaster?.status === 'ready' ? true : undefined;
    });
    if (ready && child.pid) {
      this.pid = child.pid;
      child.once('exit', () => this.#restart());
      child.unref();
      return true;
    }
    if (child.pid && !ended) sendSignal(child.pid, 'SIGQUIT');
    const startLog = this.#readStartLog();
    if (/shared memory block|lock file .* already exists/.test(startLog)) return false;
    throw this.#startFailed();
  }

  #restart(): void {
    clearInterval(this.#watch);
    if (this.#stopping) return;
    this.pid = 0;
    if (this.#failures === 0) this.#log('The database ended unexpectedly; starting it again');
    const pause = Math.min(RESTART_AFTER_MS * 2 ** this.#failures, MAX_PAUSE_MS);
    setTimeout(() => {
      if (this.#stopping) return;
      this.start().then(
        () => {
          if (this.#failures > 0) this.#log('The database started again');
          this.#failures = 0;
          this.#problem = '';
          if (this.#stopping) sendSignal(this.pid, 'SIGINT');
        },
        (error: unknown) => {
          this.#failures += 1;
          this.#sayOnce(`The database did not start again: ${error instanceof Error ? error.message : String(error)}`);
          this.#restart();
        },
      );
    }, pause);
  }

  /** Logs the same problem once, however often the start is retried. */
  #sayOnce(problem: string): void {
    if (problem !== this.#problem) this.#log(problem);
    this.#problem = problem;
  }

  #startLog(): string {
    return join(this.#user.home, 'postgres-start.log');
  }

  #readStartLog(): string {
    try {
      return readFileSync(this.#startLog(), 'utf8');
    } catch {
      return '';
    }
  }

  #startFailed(): StartProblem {
    const isFull = freeBytes(this.#user.home) < MIN_FREE_BYTES;
    // A database that has begun to log writes the reason there, if it can write at all.
    const output = isFull ? 'No space left on device' : this.#readStartLog();
    return startFailure(output, this.#startLog(), this.#directory);
  }
}
