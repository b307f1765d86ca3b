import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { LabChanges, LabEntry, LabFileText } from '@academy/contract/lab-home';
import type { LabFile } from '@academy/labs/lab-provider';
import type { SandboxSetup } from '../lab-files/sandbox-setup.ts';
import { hasStartUp, setUp } from '../lab-files/start-up.ts';
import { AGENT_FOLDER } from './bwrap-arguments.ts';
import { restoring } from './home-changes.ts';
import { NOTE_START } from './home-listing.ts';
import { LearnerHome } from './learner-home.ts';
import { Sandbox, SandboxGone, type SandboxOptions, type SandboxScript } from './sandbox.ts';
import { quoted, SET_UP_PROBLEM, SET_UP_PROFILE } from './sandbox-agent.ts';
import { writeFiles } from './sandbox-files.ts';
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
  /** @param isPart true: there are more files */
  files(files: readonly LabFile[], isPart: boolean): void;
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
const WRITE_SECONDS = 20;
const MAX_OUTPUT_LENGTH = 100_000;
const RESTORE_PROBLEM = 'Some files that you changed earlier could not be brought back.';
/** Exit status after a timeout. */
const TOO_LATE = 124;

/** One learner's lab: a sandbox, its terminals, its files, and the pages that show it. */
export class SandboxSession {
  readonly #options: () => SandboxOptions;
  readonly #beginning: readonly LabFile[];
  readonly #setup: SandboxSetup | null;
  readonly #failed: (log: string) => void;
  readonly #broken: (complaint: string) => void;
  readonly #changed: () => void;
  readonly #viewers = new Map<SessionViewer, Map<string, FeedViewer>>();
  readonly #feeds = new Map<string, TerminalFeed>();
  #sandbox: Sandbox;
  #home: LearnerHome;
  #timer: NodeJS.Timeout | undefined;
  #listing: Promise<void> | null = null;
  #nextListing = 0;
  /** Resolves when all pending writes of files are done. */
  #changes: Promise<unknown> = Promise.resolve();
  #restarting: Promise<void> | null = null;
  #nextRestart = 0;
  #over = false;

  private constructor(
    sandbox: Sandbox,
    { options, beginning, kept, changes, setup, failed, broken, changed }: SessionStart,
  ) {
    this.#sandbox = sandbox;
    this.#options = options;
    this.#beginning = beginning;
    this.#setup = setup ?? null;
    this.#failed = failed ?? (() => {});
    this.#home = new LearnerHome(kept ?? beginning, changes?.length ? changes : null);
    this.#broken = broken;
    this.#changed = changed ?? (() => {});
    this.#watch(sandbox);
  }

  /** @throws SandboxGone when it does not start */
  static async open(start: SessionStart): Promise<SandboxSession> {
    const session = new SandboxSession(await filled(start.options(), start), start);
    // What a lab brings along, and what its learner had changed, is not known before.
    if (hasStartUp(start.setup ?? null, start.beginning) || start.changes?.length) await session.look();
    return session;
  }

  /** Its texts when they were last looked at: of a large home folder those that have changed, and those that were read. */
  get files(): readonly LabFile[] {
    return this.#home.texts;
  }

  /** What is kept for the next start of the lab; null: nothing differs. */
  get kept(): Buffer | null {
    return this.#home.kept;
  }

  #watch(sandbox: Sandbox): void {
    void sandbox.ended.then(() => {
      if (!this.#over && this.#sandbox === sandbox) this.#broken(sandbox.complaint);
    });
  }

  join(viewer: SessionViewer): void {
    this.#viewers.set(viewer, new Map());
    viewer.files(this.files, this.#home.isPart);
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

  /** Names in a folder; null when there is none. @param path empty: the home folder @throws SandboxGone */
  list(path: string): Promise<{ entries: LabEntry[]; isCut: boolean } | null> {
    return this.#home.list(this.#sandbox, path);
  }

  /** The text of a file, which pages are told from then on. @throws SandboxGone */
  async read(path: string): Promise<LabFileText> {
    await this.#changes;
    return this.#home.read(this.#sandbox, path);
  }

  /** The text that a file had at the start. @throws SandboxGone */
  original(path: string): Promise<LabFileText> {
    return this.#home.original(this.#sandbox, path);
  }

  /** What differs from the start now. @throws SandboxGone */
  async changes(): Promise<LabChanges> {
    await this.look();
    return this.#home.changes();
  }

  /** Keeps what differed when it was last looked at. @throws SandboxGone */
  async keep(): Promise<void> {
    await this.#home.keep(this.#sandbox);
  }

  /** Looks at the files now. @throws SandboxGone */
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
    const home = this.#home;
    const { texts, changes } = await home.look(this.#sandbox);
    const now = performance.now();
    this.#nextListing = now + Math.max(MIN_PAUSE_MS, (now - began) * LISTING_SHARE);
    if (home !== this.#home) return;
    if (texts) for (const viewer of this.#viewers.keys()) viewer.files(home.texts, home.isPart);
    if (texts || changes) this.#changed();
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
    const start = { beginning: this.#beginning, kept: null, changes: null, setup: this.#setup, failed: this.#failed };
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
    this.#home = new LearnerHome(this.#beginning, null);
    if (hasStartUp(this.#setup, this.#beginning)) await this.look();
    this.#changed();
    for (const viewer of this.#viewers.keys()) {
      viewer.restarted();
      viewer.files(this.files, this.#home.isPart);
    }
  }

  /** Ends all its processes; `files` and `kept` stay as they were last. */
  async end(): Promise<void> {
    this.#over = true;
    clearTimeout(this.#timer);
    await this.look()
      .then(() => this.keep())
      .catch(() => {});
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
  /** Texts of the learner's last visit, used where there are no `changes`. */
  kept: readonly LabFile[] | null;
  /** What the learner's last visit has kept, empty for nothing. */
  changes?: Buffer | null;
  /** What else is laid into each new sandbox, and started there. */
  setup?: SandboxSetup | null;
  /** Called with the end of the log when a script of the set-up has failed. */
  failed?: (log: string) => void;
  /** Called when files have changed. */
  changed?: () => void;
  /** Called when its sandbox has ended by itself. */
  broken: (complaint: string) => void;
}

type Beginning = Pick<SessionStart, 'beginning' | 'kept' | 'changes' | 'setup' | 'failed'>;

/** A sandbox with the files of its lab; the start is noted between those of the author and those of the learner. */
async function filled(options: SandboxOptions, start: Beginning): Promise<Sandbox> {
  const { beginning, kept, changes = null, setup = null, failed } = start;
  const variables = { ...options.view.variables, ...setup?.variables };
  const layers = setup?.layers ?? null;
  const packs = layers === null ? (setup?.packs.map(({ tar }) => tar) ?? []) : [];
  const sandbox = await Sandbox.start({ ...options, view: { ...options.view, variables }, packs, layers });
  try {
    const run = (script: SandboxScript) => sandbox.run(script);
    const isPlain = !hasStartUp(setup, beginning);
    if (isPlain && kept === null && changes === null) {
      if (beginning.length > 0) await run({ ...writeFiles(beginning), seconds: WRITE_SECONDS });
      // Nobody waits for it, and nothing overtakes it.
      sandbox.runFirst({ script: NOTE_START, seconds: WRITE_SECONDS });
      return sandbox;
    }
    if (setup !== null && !isPlain) {
      const { failure } = await setUp(sandbox, setup, beginning);
      if (failure !== null) failed?.(failure);
    }
    await run({ ...writeFiles(isPlain ? beginning : [], NOTE_START), seconds: WRITE_SECONDS });
    if (changes !== null) {
      if (changes.length > 0) await restored(sandbox, changes);
    } else if (kept !== null) {
      const gone = isPlain ? beginning.filter(({ path }) => !kept.some((one) => one.path === path)) : [];
      const remove = gone.map(({ path }) => `rm -f -- ${quoted(`./${path}`)}`);
      await run({ ...writeFiles(kept, remove.join('\n')), seconds: WRITE_SECONDS });
    }
    return sandbox;
  } catch (error) {
    await sandbox.end();
    throw error instanceof SandboxGone ? error : new SandboxGone('the files could not be written', { cause: error });
  }
}

/** What fits of the learner's changes; a line in the terminal says when that is not all. */
async function restored(sandbox: Sandbox, changes: Buffer): Promise<void> {
  const script = await restoring(changes).catch(() => null);
  const status = script === null ? 1 : (await sandbox.run(script)).status;
  if (status === 0) return;
  const note = `printf '%s\\n' ${quoted(RESTORE_PROBLEM)} >> ${SET_UP_PROBLEM}`;
  await sandbox.run({ script: note, seconds: FILE_SECONDS });
}
