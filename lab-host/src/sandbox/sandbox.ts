import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { bwrapArguments, SANDBOX_HOME } from './bwrap-arguments.ts';
import type { HostView } from './host-view.ts';
import type { MemoryGroup } from './memory-group.ts';
import { AGENT, AGENT_PATH, AnswerReader, SHELL, SHELL_PATH, TERMINAL_FILES } from './sandbox-agent.ts';
import { homeMaker, mountsOf, type SandboxLayers } from './sandbox-home.ts';
import { SandboxPorts } from './sandbox-ports.ts';
import { sandboxUser } from './sandbox-user.ts';
import { seccompFilter } from './seccomp-filter.ts';

const FILTER_FILE = 3;
const FIRST_DATA_FILE = 7;
/** A script without a reply for this long after its timeout has lost its agent, ms. */
const GRACE_MS = 5_000;
/** Most bytes that the agent has not read yet; with more it must have been stopped by its learner. */
const MAX_WAITING = 4_000_000;
const MAX_COMPLAINT_LENGTH = 2_000;
/** Most bytes of a script's output where it does not say. */
const OUTPUT_BYTES = 900_000;
/** Most bytes of any output. */
const MAX_OUTPUT_BYTES = 16_000_000;

/**
 * Closes the file descriptors that the server inherited, and waits until the process is in its control group, so that
 * nothing of the sandbox was ever outside. `$0` is the first file that is not the sandbox's.
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
  [AGENT_PATH]: AGENT,
  [SHELL_PATH]: SHELL,
};

/** A script to run in a sandbox. */
export interface SandboxScript {
  script: string;
  input?: Buffer;
  seconds: number;
  /** Most bytes of output, 16 MB at most; what is more is cut. */
  maxBytes?: number;
}

export interface ScriptResult {
  /** 124 after a timeout. */
  status: number;
  /** Output of both streams. */
  output: Buffer;
}

export interface SandboxOptions {
  view: HostView;
  homeBytes: number;
  /** Tars on this machine that it may read until `closePacks`. */
  packs?: readonly string[];
  /** What its home folder begins with; null: nothing. */
  layers?: SandboxLayers | null;
  /** Limits the memory of all its processes. */
  group?: MemoryGroup | null;
  /** Opens its network when it runs, by the number of its bubblewrap process. @returns what closes it */
  openNetwork?: ((bubblewrap: number) => Promise<() => void>) | null;
}

/** A sandbox that has ended, or does not reply. */
export class SandboxGone extends Error {}

/** The isolated processes of one learner; the server reaches them only through the sandbox agent. */
export class Sandbox {
  /** Resolves when none of its processes is left. */
  readonly ended: Promise<void>;
  /** Last output of bubblewrap, for the log. */
  complaint = '';
  readonly #child: ChildProcess;
  readonly #ports: SandboxPorts;
  readonly #waiting = new Map<number, (result: ScriptResult | null) => void>();
  readonly #opened = new Set<string>();
  /** Numbers of its open packs. */
  readonly #packs: readonly number[];
  #next = 0;
  /** Resolves when the script that runs before everything else has ended; null: none runs. */
  #first: Promise<void> | null = null;
  #isGone = false;

  private constructor(child: ChildProcess, group: MemoryGroup | null, packs: readonly number[]) {
    this.#child = child;
    this.#packs = packs;
    this.#ports = new SandboxPorts(child.pid ?? 0);
    this.ended = new Promise((resolve) => {
      const end = () => {
        this.#isGone = true;
        for (const answer of this.#waiting.values()) answer(null);
        this.#waiting.clear();
        this.#ports.close();
        for (const stream of child.stdio) stream?.destroy();
        group?.remove();
        resolve();
      };
      // Its last output arrives after its end.
      child.once('exit', () => (child.stderr?.closed === false ? child.stderr.once('close', end) : end()));
      child.once('error', end);
    });
    // An error of a pipe to an ended process is expected.
    for (const stream of child.stdio) stream?.on('error', () => {});
    child.stderr?.setEncoding('utf8').on('data', (words: string) => {
      this.complaint = (this.complaint + words).slice(-MAX_COMPLAINT_LENGTH);
    });
  }

  /**
   * Starts a sandbox and waits for its agent.
   *
   * @throws SandboxGone with the output of bubblewrap
   */
  static async start({
    view,
    homeBytes,
    packs = [],
    layers = null,
    group = null,
    openNetwork = null,
  }: SandboxOptions): Promise<Sandbox> {
    const data = Object.entries({ ...FILES, ...view.texts });
    const files = Object.fromEntries(data.map(([path], at) => [path, FIRST_DATA_FILE + at]));
    const command = ['/bin/bash', '--norc', '--noprofile', AGENT_PATH];
    const firstPack = FIRST_DATA_FILE + data.length;
    const first = firstPack + packs.length;
    const opened = packs.map((path) => openSync(path, 'r'));
    const child = spawn(
      '/bin/bash',
      [
        ...['--norc', '--noprofile', '-c', ENTRANCE, String(first), ...homeMaker(layers, homeBytes), 'bwrap'],
        ...bwrapArguments({ ...view, files, filter: FILTER_FILE, homeBytes, home: mountsOf(layers) }, command),
      ],
      {
        // Entered before the user changes: nothing above it need be open to that one.
        cwd: layers?.folder ?? '/',
        env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
        stdio: [...Array.from({ length: firstPack }, () => 'pipe' as const), ...opened],
        ...sandboxUser(),
      },
    );
    for (const file of opened) closeSync(file);
    const sandbox = new Sandbox(
      child,
      group,
      packs.map((_path, at) => firstPack + at),
    );
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
    if (openNetwork !== null && child.pid !== undefined) await sandbox.#reach(openNetwork(child.pid));
    return sandbox;
  }

  /** Closes its network when it has ended. */
  async #reach(opening: Promise<() => void>): Promise<void> {
    try {
      const close = await opening;
      void this.ended.then(close);
    } catch (cause) {
      await this.end();
      throw new SandboxGone(`its network could not be opened: ${cause instanceof Error ? cause.message : cause}`, {
        cause,
      });
    }
  }

  /** Reads from the agent. @returns after its first message */
  async #hear(): Promise<void> {
    const reader = new AnswerReader(MAX_OUTPUT_BYTES);
    const first = new Promise<ScriptResult | null>((resolve) => this.#waiting.set(0, resolve));
    this.#child.stdout?.on('data', (piece: Buffer) => {
      try {
        for (const { id, status, output } of reader.read(piece)) {
          this.#waiting.get(id)?.({ status, output });
          this.#waiting.delete(id);
        }
      } catch {
        // Output that is not the agent's: nothing of this sandbox can be trusted any more.
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
   * @throws SandboxGone when there is no reply
   */
  async run({
    script,
    input = Buffer.alloc(0),
    seconds,
    maxBytes = OUTPUT_BYTES,
  }: SandboxScript): Promise<ScriptResult> {
    if (this.#first !== null) await this.#first;
    if (this.#isGone) throw new SandboxGone('the sandbox has ended');
    if ((this.#child.stdin?.writableLength ?? 0) > MAX_WAITING) {
      this.kill();
      throw new SandboxGone('the sandbox agent reads no more');
    }
    const id = ++this.#next;
    const answer = new Promise<ScriptResult | null>((resolve) => this.#waiting.set(id, resolve));
    const words = Buffer.from(script);
    this.#child.stdin?.write(`run ${id} ${seconds} ${words.length} ${input.length} ${maxBytes}\n`);
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

  /** Number of an open pack, for scripts that run before `closePacks`. */
  packFile(at: number): number {
    const file = this.#packs[at];
    if (file === undefined) throw new Error(`there is no pack ${at}`);
    return file;
  }

  /** Later processes of the sandbox do not have its packs. */
  closePacks(): void {
    const [first] = this.#packs;
    if (first !== undefined && !this.#isGone) this.#child.stdin?.write(`close ${first} ${this.#packs.at(-1)}\n`);
  }

  /** Input and output of a terminal (`1` to `3`). The first call opens it. */
  terminal(name: string): Duplex {
    const file = TERMINAL_FILES[name];
    const stream = file === undefined ? undefined : this.#child.stdio[file];
    if (stream == null) throw new Error(`there is no terminal ${name}`);
    if (!this.#opened.has(name)) {
      this.#opened.add(name);
      const open = () => {
        if (!this.#isGone) this.#child.stdin?.write(`terminal ${name} ${file}\n`);
      };
      if (this.#first === null) open();
      else void this.#first.then(open);
    }
    return stream as Duplex;
  }

  /** Runs a script before everything that is asked of the sandbox from now on. Whether it ends well is not told. */
  runFirst(script: SandboxScript): void {
    this.#first = this.run(script).then(
      () => {
        this.#first = null;
      },
      () => {},
    );
  }

  /** Connects to a program that listens on its loopback. @throws PortClosed, PortsUnreachable */
  connect(port: number): Promise<Socket> {
    return this.#ports.connect(port);
  }

  /** Ends all its processes at once. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Ends it and waits until no process is left. */
  async end(): Promise<void> {
    this.kill();
    if (!this.#isGone) await this.ended;
  }
}
