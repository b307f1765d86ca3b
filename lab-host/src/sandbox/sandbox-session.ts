import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { LabFile } from '@academy/labs/lab-provider';
import type { SandboxSetup } from '../lab-files/sandbox-setup.ts';
import { setUp } from '../lab-files/start-up.ts';
import { AGENT_FOLDER } from './bwrap-arguments.ts';
import { Sandbox, SandboxGone, type SandboxOptions, type SandboxScript } from './sandbox.ts';
import { quoted, SET_UP_PROFILE } from './sandbox-agent.ts';
import { LIST_FILES, listedFiles, writeFiles } from './sandbox-files.ts';
import { type FeedViewer, type SentInput, TerminalFeed } from './terminal-feed.ts';

/** The size of a terminal in characters. */
export interface TerminalSize {
  columns: number;
  rows: number;
}

/** A page that shows a lab. */
export interface SessionViewer {
  /** @param again true: repeated output, whose terminal queries have been answered already */
  output(terminal: string, text: string, again: boolean): void;
  files(files: readonly LabFile[]): void;
  /** All terminals have been restarted. */
  restarted(): void;
  /** The page displays a terminal's output so slowly that the terminal does not wait for it any longer. */
  late(): void;
  /** The lab has ended. */
  ended(): void;
}

/** Result of a check. */
export interface TestResult {
  exitCode: number;
  output: string;
}

/** Files are listed this soon after activity, and not more often than that, ms. */
const SOON_MS = 300;
const MIN_PAUSE_MS = 2_000;
/** Limits listing files to this share of a lab's time: one part in so many. */
const LISTING_SHARE = 20;
const FILE_SECONDS = 5;
const MAX_OUTPUT_LENGTH = 100_000;
/** Exit status after a timeout. */
const TOO_LATE = 124;

/** One learner's lab: a sandbox, its terminals, its files, and the pages that show it. */
export class SandboxSession {
  /** Its files when they were last listed. */
  files: readonly LabFile[];
  readonly #options: () => SandboxOptions;
  readonly #beginning: readonly LabFile[];
  readonly #setup: SandboxSetup | null;
  readonly #failed: (log: string) => void;
  readonly #broken: (complaint: string) => void;
  readonly #changed: () => void;
  readonly #viewers = new Map<SessionViewer, Map<string, FeedViewer>>();
  readonly #feeds = new Map<string, TerminalFeed>();
  #sandbox: Sandbox;
  #timer: NodeJS.Timeout | undefined;
  #listing: Promise<void> | null = null;
  #nextListing = 0;
  /** Resolves when all pending writes of files are done. */
  #changes: Promise<unknown> = Promise.resolve();
  #restarting: Promise<void> | null = null;
  #nextRestart = 0;
  #over = false;

  private constructor(sandbox: Sandbox, { options, beginning, kept, setup, failed, broken, changed }: SessionStart) {
    this.#sandbox = sandbox;
    this.#options = options;
    this.#beginning = beginning;
    this.#setup = setup ?? null;
    this.#failed = failed ?? (() => {});
    this.files = kept ?? beginning;
    this.#broken = broken;
    this.#changed = changed ?? (() => {});
    this.#watch(sandbox);
  }

  /** @throws SandboxGone when it does not start */
  static async open(start: SessionStart): Promise<SandboxSession> {
    const session = new SandboxSession(await filled(start.options(), start), start);
    // What a lab brings along is not known before.
    if (start.setup != null) await session.look();
    return session;
  }

  #watch(sandbox: Sandbox): void {
    void sandbox.ended.then(() => {
      if (!this.#over && this.#sandbox === sandbox) this.#broken(sandbox.complaint);
    });
  }

  join(viewer: SessionViewer): void {
    this.#viewers.set(viewer, new Map());
    viewer.files(this.files);
    this.#touched();
  }

  leave(viewer: SessionViewer): void {
    for (const [terminal, feedViewer] of this.#viewers.get(viewer) ?? []) this.#feeds.get(terminal)?.remove(feedViewer);
    this.#viewers.delete(viewer);
  }

  /** Shows a terminal to a page, with its last output. */
  show(viewer: SessionViewer, terminal: string, size: TerminalSize): void {
    const views = this.#viewers.get(viewer);
    if (views === undefined) return;
    let feed = this.#feeds.get(terminal);
    const before = views.get(terminal);
    if (before !== undefined) feed?.remove(before);
    if (feed === undefined) {
      feed = new TerminalFeed(this.#sandbox.terminal(terminal), () => this.#touched());
      this.#feeds.set(terminal, feed);
    }
    const feedViewer: FeedViewer = {
      say: (text) => viewer.output(terminal, text, false),
      late: () => viewer.late(),
    };
    if (feed.kept !== '') viewer.output(terminal, feed.kept, true);
    views.set(terminal, feedViewer);
    feed.add(feedViewer);
    this.resize(terminal, size);
  }

  seen(viewer: SessionViewer, terminal: string, characters: number): void {
    const feedViewer = this.#viewers.get(viewer)?.get(terminal);
    if (feedViewer !== undefined) this.#feeds.get(terminal)?.seen(feedViewer, characters);
  }

  /** @returns the number up to which the input of its page has been received; null where there is none */
  input(terminal: string, text: string, sent?: SentInput): number | null {
    return this.#feeds.get(terminal)?.input(text, sent) ?? null;
  }

  resize(terminal: string, { columns, rows }: TerminalSize): void {
    // A terminal that is being opened has no name yet.
    const name = quoted(`${AGENT_FOLDER}/terminal-${terminal}`);
    const script = `for try in 1 2 3 4 5 6 7 8 9; do
  if [ -s ${name} ]; then exec stty -F "$(cat ${name})" rows ${rows} cols ${columns}; fi
  sleep 0.1
done`;
    void this.#sandbox.run({ script, seconds: FILE_SECONDS }).catch(() => {});
  }

  /** @throws SandboxGone */
  async write(files: readonly LabFile[]): Promise<boolean> {
    const isWritten = await this.#change({ ...writeFiles(files), seconds: FILE_SECONDS });
    await this.look();
    return isWritten;
  }

  /** @throws SandboxGone */
  makeFolder(path: string): Promise<boolean> {
    const script = `cd "$HOME" && mkdir -p -- ${quoted(`./${path}`)}`;
    return this.#change({ script, seconds: FILE_SECONDS });
  }

  /** Copies or moves a file or folder; folders on the way are made, a file that is there is replaced. @throws SandboxGone */
  async transfer(how: 'copy' | 'move', from: string, to: string): Promise<boolean> {
    const [source, target] = [quoted(`./${from}`), quoted(`./${to}`)];
    const command = how === 'copy' ? 'cp -R --preserve=mode' : 'mv -f';
    const script = `cd "$HOME" && [ -e ${source} ] && mkdir -p -- "$(dirname -- ${target})" && ${command} -T -- ${source} ${target}`;
    const isDone = await this.#change({ script, seconds: FILE_SECONDS });
    await this.look();
    return isDone;
  }

  /** Deletes a file. @throws SandboxGone */
  async remove(path: string): Promise<boolean> {
    const isDone = await this.#change({ script: `cd "$HOME" && rm -- ${quoted(`./${path}`)}`, seconds: FILE_SECONDS });
    await this.look();
    return isDone;
  }

  /** Changes run one after the other: the last one wins. */
  #change(script: SandboxScript): Promise<boolean> {
    const made = this.#changes.then(async () => (await this.#sandbox.run(script)).status === 0);
    this.#changes = made.catch(() => {});
    return made;
  }

  /** @param input what the check reads from its standard input @throws SandboxGone */
  async test(script: string, words: readonly string[], seconds: number, input = ''): Promise<TestResult> {
    await this.#changes;
    const profile = `if [ -f ${SET_UP_PROFILE} ]; then . ${SET_UP_PROFILE}; fi`;
    const named = `${profile}\nset -- ${words.map(quoted).join(' ')}\n${script}`;
    const { status, output } = await this.#sandbox.run({ script: named, seconds, input: Buffer.from(input) });
    const text = output.toString('utf8').slice(0, MAX_OUTPUT_LENGTH);
    return { exitCode: status, output: status === TOO_LATE ? `${text}The check took too long.\n` : text };
  }

  /** Connects to a program of the learner. @throws PortClosed when nothing listens on the port; PortsUnreachable */
  connect(port: number): Promise<Socket> {
    return this.#sandbox.connect(port);
  }

  /** Lists the files now. @throws SandboxGone */
  async look(): Promise<void> {
    // A listing in progress may have missed the latest writes.
    await this.#listing;
    this.#listing ??= this.#list().finally(() => {
      this.#listing = null;
    });
    return this.#listing;
  }

  async #list(): Promise<void> {
    const began = performance.now();
    const { output } = await this.#sandbox.run({ script: LIST_FILES, seconds: FILE_SECONDS });
    const now = performance.now();
    this.#nextListing = now + Math.max(MIN_PAUSE_MS, (now - began) * LISTING_SHARE);
    const files = listedFiles(output);
    if (files === null || JSON.stringify(files) === JSON.stringify(this.files)) return;
    this.files = files;
    for (const viewer of this.#viewers.keys()) viewer.files(files);
    this.#changed();
  }

  /** Called after activity that may have changed files. */
  #touched(): void {
    if (this.#timer !== undefined || this.#viewers.size === 0 || this.#over) return;
    this.#timer = globalThis.setTimeout(
      () => {
        this.#timer = undefined;
        void this.look().catch(() => {});
      },
      Math.max(SOON_MS, this.#nextListing - performance.now()),
    );
  }

  /**
   * Restores the initial state. Concurrent calls restart once.
   *
   * @throws SandboxGone when it does not start again
   */
  restart(): Promise<void> {
    this.#restarting ??= this.#begin().finally(() => {
      this.#restarting = null;
    });
    return this.#restarting;
  }

  async #begin(): Promise<void> {
    await setTimeout(Math.max(0, this.#nextRestart - performance.now()));
    this.#nextRestart = performance.now() + MIN_PAUSE_MS;
    const before = this.#sandbox;
    const start = { beginning: this.#beginning, kept: null, setup: this.#setup, failed: this.#failed };
    const made = await filled(this.#options(), start);
    if (this.#over) {
      await made.end();
      return;
    }
    this.#sandbox = made;
    this.#feeds.clear();
    for (const views of this.#viewers.values()) views.clear();
    await before.end();
    this.#watch(made);
    this.files = this.#beginning;
    if (this.#setup !== null) await this.look();
    for (const viewer of this.#viewers.keys()) {
      viewer.restarted();
      viewer.files(this.files);
    }
  }

  /** Ends all its processes; `files` keeps their last listing. */
  async end(): Promise<void> {
    this.#over = true;
    clearTimeout(this.#timer);
    await this.look().catch(() => {});
    await this.#sandbox.end();
  }

  /** Notifies its pages that it has ended. */
  dismiss(): void {
    for (const viewer of this.#viewers.keys()) viewer.ended();
    this.#viewers.clear();
  }
}

export interface SessionStart {
  /** Options of each new sandbox; called again for each. */
  options: () => SandboxOptions;
  /** Files of the author. */
  beginning: readonly LabFile[];
  /** Files of the learner's last visit. */
  kept: readonly LabFile[] | null;
  /** What else is laid into each new sandbox, and started there. */
  setup?: SandboxSetup | null;
  /** Called with the end of the log when a script of the set-up has failed. */
  failed?: (log: string) => void;
  /** Called when `files` has changed. */
  changed?: () => void;
  /** Called when its sandbox has ended by itself. */
  broken: (complaint: string) => void;
}

type Beginning = Pick<SessionStart, 'beginning' | 'kept' | 'setup' | 'failed'>;

async function filled(options: SandboxOptions, { beginning, kept, setup = null, failed }: Beginning): Promise<Sandbox> {
  const variables = { ...options.view.variables, ...setup?.variables };
  const packs = setup?.packs.map(({ tar }) => tar) ?? [];
  const sandbox = await Sandbox.start({ ...options, view: { ...options.view, variables }, packs });
  try {
    if (setup !== null) {
      const { failure } = await setUp(sandbox, setup, beginning);
      if (failure !== null) failed?.(failure);
    }
    const files = setup === null ? (kept ?? beginning) : (kept ?? []);
    if (files.length > 0) await sandbox.run({ ...writeFiles(files), seconds: 4 * FILE_SECONDS });
    return sandbox;
  } catch (error) {
    await sandbox.end();
    throw error instanceof SandboxGone ? error : new SandboxGone('the files could not be written', { cause: error });
  }
}
