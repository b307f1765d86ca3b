import { LAB_TEXT_BYTES, type LabFileText } from '@academy/contract/lab-home';
import { edited } from '../edit-files.ts';
import { type EngineReply, HOME, type LabFile } from '../engine-protocol.ts';
import { type FileChanges, makeEdit } from '../make-edit.ts';
import {
  changesSince,
  entriesIn,
  fromBase64,
  type HomeEntry,
  type HomeState,
  homeState,
  isFile,
  isFolder,
  isLink,
  textOf,
  usualMode,
} from './home-state.ts';
import type { ServiceReply, ServiceRequest } from './http-exchange.ts';
import type { LinuxNews, LinuxReply, LinuxRequest } from './linux-protocol.ts';

/** A file, folder or link to lay into the home folder. */
export interface NewEntry {
  path: string;
  mode: number;
  /** Of a file. */
  bytes?: Uint8Array;
  /** Of a link. */
  target?: string;
}

/** What a lab needs of a machine. */
export interface LabMachine {
  /** Begins shells in a terminal, in a folder. */
  openTerminal(
    name: string,
    place: { columns: number; rows: number; folder: string },
    onOutput: (text: string) => void,
  ): Promise<void>;
  resize(name: string, columns: number, rows: number): void;
  input(name: string, text: string): void;
  /** Runs a program as the learner. */
  run(
    words: readonly string[],
    how: { input: string; seconds: number },
  ): Promise<{ status: number; stdout: string; stderr: string; isLate: boolean }>;
  /** Entries below the home folder. @param isFlushed false: without what the machine still holds, about a second of it */
  entries(isFlushed?: boolean): Promise<HomeEntry[]>;
  /** Bytes of a file of the home folder; null: it is not there. */
  read(path: string): Promise<Uint8Array | null>;
  /** Lays them into the home folder; what is there is replaced. */
  write(entries: readonly NewEntry[]): Promise<void>;
  remove(paths: readonly string[]): Promise<void>;
  /** Asks a service of the machine; null: nothing listens. */
  request(port: number, request: ServiceRequest): Promise<ServiceReply | null>;
  /** Resolves when the machine answers. */
  ping(): Promise<void>;
  /** Called after something in the home folder has changed. */
  onChange(changed: () => void): void;
  end(): Promise<void>;
}

/** Starts the machine of an image. @param onLoading called with bytes, before it runs */
export type OpenMachine = (image: string, onLoading: (loaded: number, total: number) => void) => Promise<LabMachine>;

/** After a change the home folder is read once it has been quiet for so long, ms. */
const SETTLE_MS = 300;
/** So many times as long as its author says a check may take: programs run slower than outside. */
export const SLOWER = 4;
const MAX_OUTPUT = 200_000;
const cut = (text: string): string =>
  text.length > MAX_OUTPUT ? `${text.slice(0, MAX_OUTPUT)}\n... (more is left out)\n` : text;

const NOTHING: HomeState = { files: [], others: [], left: [] };

/** A lab that runs in a Linux: a page runs it in a worker, `labs prove` in Node. */
export class LinuxLab {
  readonly #open: OpenMachine;
  readonly #news: (news: LinuxNews) => void;
  #machine: Promise<LabMachine> | null = null;
  #isReady = false;
  #folder = HOME;
  #state = NOTHING;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param news called with what happens by itself */
  constructor(open: OpenMachine, news: (news: LinuxNews) => void) {
    this.#open = open;
    this.#news = news;
  }

  /** Answers a request of the lab. Rejects when the request cannot be carried out at all. */
  async answer(request: LinuxRequest): Promise<LinuxReply> {
    if (request.kind === 'start') return this.#start(request);
    // A machine that is being loaded is not stuck, and has nothing new.
    if (!this.#isReady && (request.kind === 'ping' || request.kind === 'look')) return {};
    const machine = await this.#machine;
    if (machine === null) throw new Error('the lab was not started');
    switch (request.kind) {
      case 'ping':
        await machine.ping();
        return {};
      case 'open':
        await this.#openTerminal(machine, request);
        return {};
      case 'resize':
        machine.resize(request.session, request.columns, request.rows);
        return {};
      case 'input':
        machine.input(request.session, request.text);
        return {};
      case 'interrupt':
        machine.input(request.session, '\u0003');
        return {};
      case 'write':
        return this.#write(machine, request.path, request.text);
      case 'edit':
        return this.#edit(machine, request);
      case 'test':
        return this.#test(machine, request);
      case 'look':
        return this.#known(machine);
      case 'list':
        return entriesIn(await machine.entries(), request.path);
      case 'read':
        return { file: await fileText(machine, request.path) };
      case 'changes': {
        const entries = await machine.entries();
        const state = await homeState(entries, (path) => machine.read(path));
        return { changes: changesSince(request.start, entries, state) };
      }
      case 'request':
        return { service: await machine.request(request.port, request.request) };
      // A terminal has a shell of its own, and nothing is refused.
      default:
        return {};
    }
  }

  /** Ends the machine and gives its memory back. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    await (await this.#machine)?.end();
  }

  async #start({ files, others, image }: Extract<LinuxRequest, { kind: 'start' }>): Promise<LinuxReply> {
    this.#folder = files.some(({ path }) => path.startsWith('exercises/')) ? `${HOME}/exercises` : HOME;
    const begun = this.#open(image, (loaded, total) => this.#news({ kind: 'loading', loaded, total })).then(
      async (machine) => {
        await machine.write(newEntries(files, others));
        machine.onChange(() => this.#noteSoon(machine));
        return machine;
      },
    );
    this.#machine = begun;
    const machine = await begun;
    this.#isReady = true;
    return this.#known(machine);
  }

  #openTerminal(machine: LabMachine, request: Extract<LinuxRequest, { kind: 'open' }>): Promise<void> {
    const { session, columns, rows } = request;
    return machine.openTerminal(session, { columns, rows, folder: this.#folder }, (text) =>
      this.#news({ kind: 'output', session, text }),
    );
  }

  async #known(machine: LabMachine, isFlushed = true): Promise<Pick<LinuxReply, 'files' | 'others' | 'isPart'>> {
    this.#state = await homeState(await machine.entries(isFlushed), (path) => machine.read(path));
    const { files, others, left } = this.#state;
    return { files, others, isPart: others.length > 0 || left.length > 0 };
  }

  #noteSoon(machine: LabMachine): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // What programs are writing must not make them wait.
      void this.#known(machine, false).then(({ files = [], others = [], isPart = false }) =>
        this.#news({ kind: 'files', files, others, isPart }),
      );
    }, SETTLE_MS);
  }

  async #write(machine: LabMachine, path: string, text: string): Promise<LinuxReply> {
    await machine.write([await newText(machine, path, text)]);
    return this.#known(machine);
  }

  async #edit(
    machine: LabMachine,
    { name, settings, selection }: Extract<LinuxRequest, { kind: 'edit' }>,
  ): Promise<LinuxReply> {
    const { files = [] } = await this.#known(machine);
    const known = new Map(files.map((file) => [file.path, file.text]));
    const edit = edited(name, settings, known, selection);
    if ('failure' in edit) return edit;
    const changed = await makeEdit(edit, known.get(edit.path), changesIn(machine));
    return { ...changed, ...(await this.#known(machine)) };
  }

  async #test(
    machine: LabMachine,
    { script, args, timeoutMs, input = '' }: Extract<LinuxRequest, { kind: 'test' }>,
  ): Promise<EngineReply> {
    const seconds = Math.max(1, Math.ceil((timeoutMs * SLOWER) / 1_000));
    const done = await machine.run(['/bin/bash', '-c', script, 'test', ...args], { input, seconds });
    if (done.isLate) return { tookTooLong: true, exitCode: 1 };
    return { stdout: cut(done.stdout), stderr: cut(done.stderr), exitCode: done.status };
  }
}

const encoder = new TextEncoder();

/** A text that keeps the mode of the file that it replaces. */
async function newText(machine: LabMachine, path: string, text: string): Promise<NewEntry> {
  const before = (await machine.entries()).find((entry) => entry.path === path);
  const mode = before !== undefined && isFile(before) ? before.mode & 0o777 : usualMode(text);
  return { path, mode, bytes: encoder.encode(text) };
}

function newEntries(files: readonly LabFile[], others: LinuxRequestOthers): NewEntry[] {
  const modes = new Map(others.flatMap(({ path, mode, data }) => (data === undefined ? [[path, mode & 0o777]] : [])));
  const texts = files.map(({ path, text }) => ({
    path,
    mode: modes.get(path) ?? usualMode(text),
    bytes: encoder.encode(text),
  }));
  const rest = others.flatMap((entry): NewEntry[] => {
    const { path, data = '' } = entry;
    const mode = entry.mode & 0o777;
    if (isFolder(entry)) return [{ path, mode }];
    if (isLink(entry)) return [{ path, mode, target: data }];
    return entry.data === undefined ? [] : [{ path, mode, bytes: fromBase64(data) }];
  });
  return [...texts, ...rest];
}

type LinuxRequestOthers = Extract<LinuxRequest, { kind: 'start' }>['others'];

async function fileText(machine: LabMachine, path: string): Promise<LabFileText> {
  const entry = (await machine.entries()).find((one) => one.path === path);
  const bytes = entry !== undefined && isFile(entry) ? await machine.read(path) : null;
  if (entry === undefined || bytes === null) return { why: 'missing', size: 0 };
  const size = bytes.length;
  if (size > LAB_TEXT_BYTES) return { why: 'large', size };
  const text = textOf(bytes);
  return text === null ? { why: 'binary', size } : { text };
}

/** How edits change the files of a machine. */
function changesIn(machine: LabMachine): FileChanges {
  const at = async (path: string) => (await machine.entries()).find((entry) => entry.path === path);
  const missing = (path: string) => ({ failure: 'noFile' as const, path });
  const copy = async (from: string, path: string) => {
    const entry = await at(from);
    const bytes = await machine.read(from);
    if (entry === undefined || bytes === null) return missing(from);
    if (from !== path) await machine.write([{ path, mode: entry.mode & 0o777, bytes }]);
    return {};
  };
  return {
    async write(path, text) {
      await machine.write([await newText(machine, path, text)]);
      return {};
    },
    async makeFolder(path) {
      await machine.write([{ path, mode: 0o755 }]);
      return {};
    },
    copy,
    async move(from, path) {
      const copied = await copy(from, path);
      if (!('failure' in copied) && from !== path) await machine.remove([from]);
      return copied;
    },
    async remove(path) {
      if ((await at(path)) === undefined) return missing(path);
      await machine.remove([path]);
      return {};
    },
  };
}
