import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { bwrapArguments, SANDBOX_HOME } from './bwrap-arguments.ts';
import type { HostView } from './host-view.ts';
import type { MemoryGroup } from './memory-group.ts';
import { AnswerReader, PORTER, PORTER_PATH, SHELL, SHELL_PATH, TERMINAL_FILES } from './porter.ts';
import { LISTING_BYTES } from './sandbox-files.ts';
import { seccompFilter } from './seccomp-filter.ts';

/** A server that runs as root gives its sandboxes to this user, whom limits hold. */
const NOBODY = 65_534;
const FILTER_FILE = 3;
const FIRST_DATA_FILE = 7;
/** A script that says nothing for so long after its time has no porter any more, ms. */
const GRACE_MS = 5_000;
/** What a porter has not read yet, bytes; one that lets more come together was stopped by its learner. */
const MOST_WAITING = 4_000_000;
const LONGEST_COMPLAINT = 2_000;

/**
 * Closes what the server inherited from whoever started it, and goes on when it is in its control group, so that nothing of the
 * sandbox was ever outside. `$0` is the first file that is not the sandbox's.
 */
const ENTRANCE = `for file in /proc/self/fd/*; do
  number=\${file##*/}
  if [ "$number" -ge "$0" ]; then eval "exec $number>&-"; fi
done
read -r go && exec nice -n 19 "$@"`;

/** Files that exist in sandboxes only. */
const FILES: Readonly<Record<string, string>> = {
  '/etc/passwd': `root:x:0:0::/:/bin/false\nlearner:x:1000:1000::${SANDBOX_HOME}:/bin/bash\n`,
  '/etc/group': 'root:x:0:\nlearner:x:1000:\n',
  '/etc/hosts': '127.0.0.1 localhost lab\n::1 localhost\n',
  [PORTER_PATH]: PORTER,
  [SHELL_PATH]: SHELL,
};

/** A script to run in a sandbox. */
export interface SandboxScript {
  script: string;
  input?: Buffer;
  seconds: number;
}

export interface ScriptResult {
  /** 124 when its time was up. */
  status: number;
  /** What it wrote to both outputs. */
  output: Buffer;
}

export interface SandboxOptions {
  view: HostView;
  homeBytes: number;
  /** Bounds the memory of all that runs in it. */
  group?: MemoryGroup | null;
}

/** A sandbox that has ended, or does not answer. */
export class SandboxGone extends Error {}

/** Processes of one learner behind all walls; every way in leads through its porter. */
export class Sandbox {
  /** Resolves when nothing of it is left. */
  readonly ended: Promise<void>;
  /** Last words of bubblewrap, for the log. */
  complaint = '';
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (result: ScriptResult | null) => void>();
  readonly #opened = new Set<string>();
  #next = 0;
  #isGone = false;

  private constructor(child: ChildProcess, group: MemoryGroup | null) {
    this.#child = child;
    this.ended = new Promise((resolve) => {
      const end = () => {
        this.#isGone = true;
        for (const answer of this.#waiting.values()) answer(null);
        this.#waiting.clear();
        for (const stream of child.stdio) stream?.destroy();
        group?.remove();
        resolve();
      };
      // Its last words come after its end.
      child.once('exit', () => (child.stderr?.closed === false ? child.stderr.once('close', end) : end()));
      child.once('error', end);
    });
    // A pipe of a process that has ended is no failure of ours.
    for (const stream of child.stdio) stream?.on('error', () => {});
    child.stderr?.setEncoding('utf8').on('data', (words: string) => {
      this.complaint = (this.complaint + words).slice(-LONGEST_COMPLAINT);
    });
  }

  /**
   * Starts a sandbox and waits for its porter.
   *
   * @throws SandboxGone with what bubblewrap said
   */
  static async start({ view, homeBytes, group = null }: SandboxOptions): Promise<Sandbox> {
    const data = Object.entries(FILES);
    const files = Object.fromEntries(data.map(([path], at) => [path, FIRST_DATA_FILE + at]));
    const command = ['/bin/bash', '--norc', '--noprofile', PORTER_PATH];
    const first = FIRST_DATA_FILE + data.length;
    const child = spawn(
      '/bin/bash',
      [
        ...['--norc', '--noprofile', '-c', ENTRANCE, String(first), 'bwrap'],
        ...bwrapArguments({ ...view, files, filter: FILTER_FILE, homeBytes }, command),
      ],
      {
        cwd: '/',
        env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
        stdio: Array.from({ length: first }, () => 'pipe' as const),
        ...(process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}),
      },
    );
    const sandbox = new Sandbox(child, group);
    try {
      if (child.pid !== undefined) group?.add(child.pid);
    } catch (cause) {
      await sandbox.end();
      throw new SandboxGone('its memory could not be bounded', { cause });
    }
    const give = (file: number, bytes: Buffer | string) => (child.stdio[file] as Duplex | undefined)?.end(bytes);
    give(FILTER_FILE, seccompFilter());
    for (const [at, [, text]] of data.entries()) give(FIRST_DATA_FILE + at, text);
    child.stdin?.write('go\n');
    await sandbox.#hear();
    return sandbox;
  }

  /** Listens to the porter. @returns when it has said its first word */
  async #hear(): Promise<void> {
    const reader = new AnswerReader(LISTING_BYTES);
    const first = new Promise<ScriptResult | null>((resolve) => this.#waiting.set(0, resolve));
    this.#child.stdout?.on('data', (piece: Buffer) => {
      try {
        for (const { id, status, output } of reader.read(piece)) {
          this.#waiting.get(id)?.({ status, output });
          this.#waiting.delete(id);
        }
      } catch {
        // Somebody else than the porter has spoken: nothing of this sandbox can be believed any more.
        this.kill();
      }
    });
    const timer = setTimeout(() => this.kill(), GRACE_MS);
    const answer = await first;
    clearTimeout(timer);
    if (answer === null) throw new SandboxGone(this.complaint.trim() || 'the sandbox did not start');
  }

  /**
   * Runs a script as the learner would.
   *
   * @throws SandboxGone when there is no answer
   */
  async run({ script, input = Buffer.alloc(0), seconds }: SandboxScript): Promise<ScriptResult> {
    if (this.#isGone) throw new SandboxGone('the sandbox has ended');
    if ((this.#child.stdin?.writableLength ?? 0) > MOST_WAITING) {
      this.kill();
      throw new SandboxGone('the porter listens no more');
    }
    const id = ++this.#next;
    const answer = new Promise<ScriptResult | null>((resolve) => this.#waiting.set(id, resolve));
    const words = Buffer.from(script);
    this.#child.stdin?.write(`run ${id} ${seconds} ${words.length} ${input.length} ${LISTING_BYTES}\n`);
    this.#child.stdin?.write(words);
    this.#child.stdin?.write(input);
    const timer = setTimeout(() => this.#waiting.get(id)?.(null), seconds * 1_000 + GRACE_MS);
    const result = await answer.finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(id);
    });
    if (result === null) throw new SandboxGone('the sandbox does not answer');
    return result;
  }

  /** What a terminal (`1` to `3`) says and hears. The first time opens it. */
  terminal(name: string): Duplex {
    const file = TERMINAL_FILES[name];
    const stream = file === undefined ? undefined : this.#child.stdio[file];
    if (stream == null) throw new Error(`there is no terminal ${name}`);
    if (!this.#opened.has(name)) {
      this.#opened.add(name);
      if (!this.#isGone) this.#child.stdin?.write(`terminal ${name} ${file}\n`);
    }
    return stream as Duplex;
  }

  /** Ends all that runs in it, at once. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Ends it and waits until nothing is left. */
  async end(): Promise<void> {
    this.kill();
    if (!this.#isGone) await this.ended;
  }
}
