import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { askHost } from '@academy/labs/lab-hosts/host-client';
import type { KnownPlace } from '@academy/labs/lab-hosts/lab-hosts';
import * as v from 'valibot';
import type { SandboxProblem } from '../sandbox/requirements.ts';
import type { SandboxSettings } from '../sandbox/sandbox-labs.ts';

const PROGRAM = fileURLToPath(new URL('own-lab-host.process.ts', import.meta.url));
/** A start is waited for this long, ms: it tries a sandbox. */
const START_MS = 60_000;
const LOOK_MS = 100;
/** Variables of the server that its lab host gets. */
const PASSED = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_EXTRA_CA_CERTS'];
/** After an own host has ended, another one is started this long after the last start at the earliest, ms. */
const START_AGAIN_MS = 5_000;

/** What an own lab host is started with. */
export interface OwnHostTerms extends SandboxSettings {
  /** Data folder of the server: learners must not see it. */
  dataFolder: string;
  environments: { folder: string; images: Readonly<Record<string, string>> };
  /** Edition of the program. */
  version: string;
  /** File for its log; null: standard output, as the server's. */
  logFile: string | null;
  /** Whether pages of labs are shown. */
  hasPages: boolean;
}

/** What an own lab host writes about itself into the data folder, for servers on this machine. */
const RecordSchema = v.object({
  hostId: v.string(),
  address: v.string(),
  secret: v.string(),
  process: v.number(),
  /** Tells its process from a later one with the same id. */
  identity: v.string(),
  /** Fingerprint of its terms. */
  terms: v.string(),
});
export type OwnHostRecord = v.InferOutput<typeof RecordSchema>;

/** What the process of an own lab host is told. */
export interface OwnHostStart {
  terms: OwnHostTerms;
  /** Its own, as the server knows it. */
  identity: string;
}

/** A text that tells a running process from a later one with the same id; null when it has ended. */
export type ProcessIdentity = (pid: number) => string | null;

/** What the process of an own lab host says when it has started, or cannot. */
export type OwnHostWords = { notes: string[] } | SandboxProblem;

/** An own lab host that could not be started. */
export class OwnHostProblem extends Error {
  readonly nextStep: string;

  constructor({ problem, nextStep }: SandboxProblem) {
    super(problem);
    this.nextStep = nextStep;
  }
}

/** Folder of the records of own lab hosts. */
export const recordsFolder = (dataFolder: string): string => join(dataFolder, 'lab-hosts');
export const fingerprintOf = (terms: OwnHostTerms): string =>
  createHash('sha256').update(JSON.stringify(terms)).digest('hex');

/**
 * The lab hosts of a server itself: processes of their own, which go on when the server is killed or started again. The
 * next server with the same data folder finds them by their records there. One with other terms or of another edition
 * takes no more labs, and ends with its last one.
 */
export class OwnLabHosts {
  readonly #terms: OwnHostTerms;
  readonly #identityOf: ProcessIdentity;
  readonly #fingerprint: string;
  readonly #folder: string;
  readonly #draining = new Set<string>();
  #startedAt = Number.NEGATIVE_INFINITY;
  #starting: Promise<unknown> | null = null;
  #isClosed = false;

  constructor(terms: OwnHostTerms, identityOf: ProcessIdentity) {
    this.#terms = terms;
    this.#identityOf = identityOf;
    this.#fingerprint = fingerprintOf(terms);
    this.#folder = recordsFolder(terms.dataFolder);
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }

  /**
   * Makes sure that one runs that takes labs.
   *
   * @param say called with what an operator should know of one that was started
   * @throws OwnHostProblem when sandboxes do not work here
   */
  async ensure(say: (note: string) => void): Promise<void> {
    const lock = join(this.#folder, 'starting');
    while (!this.#hasOne()) {
      if (!this.#takes(lock)) {
        await delay(LOOK_MS);
        continue;
      }
      try {
        // Another server may have started it before the lock was taken.
        if (!this.#hasOne()) for (const note of await this.#start()) say(note);
      } finally {
        rmSync(lock, { force: true });
      }
    }
  }

  /** Those of this data folder; begins to start another one when none takes labs any more. */
  places(onFailure: (error: unknown, what: string) => void): KnownPlace[] {
    const records = this.#records();
    if (!records.some((one) => this.#takesLabs(one))) this.#startAgain(onFailure);
    return records.map((record) => {
      const { hostId, address, secret } = record;
      const place = { name: 'own', address, secret };
      if (!this.#isAlive(record)) {
        rmSync(join(this.#folder, `${hostId}.json`), { force: true });
        return { ...place, ended: hostId };
      }
      if (record.terms !== this.#fingerprint && !this.#draining.has(hostId)) {
        this.#draining.add(hostId);
        void askHost(place, hostId, 'drain', {}).catch(() => this.#draining.delete(hostId));
      }
      return place;
    });
  }

  /** Ends them with their labs: the server was stopped by its operator, not started again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#starting;
    await Promise.allSettled(
      this.#records().map((record) => askHost({ ...record, name: 'own' }, record.hostId, 'close', {})),
    );
  }

  #isAlive({ process: pid, identity }: Pick<OwnHostRecord, 'process' | 'identity'>): boolean {
    return this.#identityOf(pid) === identity;
  }

  /** Takes a lock whose holder may have died. @returns whether it is taken now */
  #takes(lock: string): boolean {
    try {
      writeFileSync(lock, `${process.pid} ${this.#identityOf(process.pid)}`, { flag: 'wx', mode: 0o600 });
      return true;
    } catch {
      const [, pid, identity = ''] = /^(\d+) (.*)$/s.exec(readOr(lock, '')) ?? [];
      if (pid !== undefined && !this.#isAlive({ process: Number(pid), identity })) rmSync(lock, { force: true });
      return false;
    }
  }

  #hasOne(): boolean {
    return this.#records().some((one) => this.#takesLabs(one));
  }

  #takesLabs(record: OwnHostRecord): boolean {
    return record.terms === this.#fingerprint && this.#isAlive(record);
  }

  #records(): OwnHostRecord[] {
    return readdirSync(this.#folder)
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => {
        const record = recordIn(join(this.#folder, name));
        return record === null ? [] : [record];
      });
  }

  #startAgain(onFailure: (error: unknown, what: string) => void): void {
    if (this.#isClosed || this.#starting !== null || performance.now() - this.#startedAt < START_AGAIN_MS) return;
    this.#starting = this.ensure(() => {})
      .catch((error: unknown) => onFailure(error, 'the lab host of this server could not be started'))
      .finally(() => {
        this.#starting = null;
      });
  }

  /** @returns what an operator should know */
  async #start(): Promise<string[]> {
    this.#startedAt = performance.now();
    const { logFile } = this.#terms;
    const log = logFile === null ? null : openSync(logFile, 'a', 0o600);
    const child = fork(PROGRAM, [], {
      cwd: '/',
      // Not the secrets of the server.
      env: Object.fromEntries(PASSED.map((name) => [name, process.env[name]])),
      // A group of its own: what ends the server does not end it.
      detached: true,
      execArgv: ['--no-warnings'],
      stdio: ['ignore', log ?? 'inherit', log ?? 'inherit', 'ipc'],
    });
    if (log !== null) closeSync(log);
    try {
      const start: OwnHostStart = { terms: this.#terms, identity: this.#identityOf(child.pid ?? 0) ?? '' };
      child.send(start);
      return await notesOf(child);
    } finally {
      if (child.connected) child.disconnect();
      child.unref();
    }
  }
}

/** @throws OwnHostProblem */
function notesOf(child: ChildProcess): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const fail = (words: string) =>
      reject(new OwnHostProblem({ problem: `The lab host ${words}.`, nextStep: 'Its log says more.' }));
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      fail('did not start in time');
    }, START_MS);
    child.once('message', (words: OwnHostWords) => {
      clearTimeout(late);
      if ('notes' in words) resolve(words.notes);
      else reject(new OwnHostProblem(words));
    });
    child.once('error', ({ message }) => fail(`could not be started: ${message}`));
    child.once('exit', (code, signal) => {
      clearTimeout(late);
      fail(`has ended with ${code ?? signal}`);
    });
  });
}

function recordIn(path: string): OwnHostRecord | null {
  try {
    return v.parse(RecordSchema, JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // It has ended since, or is being written.
    return null;
  }
}

function readOr(path: string, other: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return other;
  }
}
