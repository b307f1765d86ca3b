import { HOME } from '../engine-protocol.ts';
import { AgentChannel, type AgentReply, MachineGone } from './agent-channel.ts';
import { type Beginning, Emulator, type LoadProgram } from './emulator.ts';
import { AGENT_CONSOLE } from './guest.ts';
import type { HomeEntry } from './home-state.ts';
import { readReply, requestBytes, type ServiceReply, type ServiceRequest } from './http-exchange.ts';
import type { LinuxImage } from './image.ts';
import { contentOf, homeEntries, Inbox, type MachineFile } from './machine-files.ts';
import { type ReadStored, readAhead, storedPath } from './stored-files.ts';

export interface MachineOptions {
  image: LinuxImage;
  /** Reads files of the store of images; the page fetches them, Node reads them from the disk. */
  read: ReadStored;
  loadProgram: LoadProgram;
  /** Called with what a terminal displays. Terminals are numbered from 1. */
  onOutput?: (terminal: number, bytes: Uint8Array) => void;
  /** Called with the steps before the machine answers. */
  onStep?: (step: 'fetched' | 'restored') => void;
  /** Called once when the machine does not answer any longer; its files can still be read. */
  onHang?: () => void;
}

export interface RunOptions {
  /** Absolute, or relative to the home folder, which is the default. */
  folder?: string;
  variables?: Readonly<Record<string, string>>;
  /** Standard input; empty without it. */
  input?: Uint8Array | string;
  /** Ends the program and what it has started after this many seconds. */
  seconds?: number;
}

/** How a program has ended. */
export interface RunResult {
  /** 128 and the signal when one ended it. */
  status: number;
  stdout: string;
  stderr: string;
  /** It was ended after its time. */
  tookTooLong: boolean;
}

const SECONDS = 60;
const SECOND_MS = 1_000;
/** How often the agent is asked whether it is there, and how long it may take, ms. */
const HEARTBEAT_MS = 5_000;
const HANG_MS = 30_000;
/** Files are read without what the machine still holds when it does not answer in this time, ms. */
const FLUSH_MS = 5_000;
const RANDOM_BYTES = 32;

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Opens a machine from an image: a Linux that runs in this thread, which should be a worker. Rejects when the image cannot be
 * read, or is of another version of the emulator.
 */
export async function openMachine(options: MachineOptions): Promise<Machine> {
  const { image, onStep } = options;
  const fetching = options.read(storedPath(image.state.hash));
  const read = readAhead(options.read, image.first);
  const state = await fetching;
  onStep?.('fetched');
  const machine = await startMachine({ kind: 'state', state }, { ...options, read, memory: image.memory });
  onStep?.('restored');
  await machine.begin();
  return machine;
}

/** Starts a machine from a state, or boots it; the second is for making images. */
export async function startMachine(
  beginning: Beginning,
  options: Omit<MachineOptions, 'image'> & { memory: number; onBoot?: (text: string) => void },
): Promise<Machine> {
  const { memory, loadProgram, read, onOutput, onBoot, onHang } = options;
  let agent: AgentChannel | null = null;
  const emulator = await Emulator.start({
    beginning,
    memory,
    loadProgram,
    read,
    onOutput: (console, bytes) => {
      if (console === AGENT_CONSOLE) agent?.receive(bytes);
      else onOutput?.(console + 1, bytes);
    },
    ...(onBoot === undefined ? {} : { onBoot }),
  });
  agent = new AgentChannel((line) => emulator.send(AGENT_CONSOLE, new TextEncoder().encode(line)));
  const hasBooted = beginning.kind === 'boot' ? agent.started() : null;
  const machine = new Machine(emulator, agent, onHang);
  await hasBooted;
  return machine;
}

/** A running Linux. Every method rejects with `MachineGone` once the machine has ended. */
export class Machine {
  readonly #emulator: Emulator;
  readonly #agent: AgentChannel;
  readonly #inbox: Inbox;
  #heartbeat: ReturnType<typeof setInterval> | null = null;
  #hasEnded = false;

  constructor(emulator: Emulator, agent: AgentChannel, onHang: (() => void) | undefined) {
    this.#emulator = emulator;
    this.#agent = agent;
    this.#inbox = new Inbox(emulator.files, hex(crypto.getRandomValues(new Uint8Array(4))));
    hasBeat(this.#agent, onHang, (timer) => {
      this.#heartbeat = timer;
    });
  }

  /** Hashes of the image's contents that have been read, in order. */
  get fetched(): ReadonlySet<string> {
    return this.#emulator.stored.fetched;
  }

  /** Sets the clock, and makes the machine's random numbers its own: all machines of an image begin as the same. */
  async begin(): Promise<void> {
    const random = hex(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
    await this.#agent.ask('clock', (Date.now() / SECOND_MS).toFixed(3), random);
  }

  /** Begins a shell of the learner in a terminal, 1 to 3; when it ends, another one begins. */
  async openTerminal(terminal: number, { columns = 80, rows = 24, folder = HOME } = {}): Promise<void> {
    const console = consoleOf(terminal);
    this.#emulator.resize(console, columns, rows);
    await this.#agent.ask('open', console, columns, rows, absolute(folder));
  }

  /** Types into a terminal: keys as a terminal sends them. */
  type(terminal: number, keys: Uint8Array | string): void {
    if (this.#hasEnded) return;
    this.#emulator.send(consoleOf(terminal), typeof keys === 'string' ? new TextEncoder().encode(keys) : keys);
  }

  /** Sets the size of a terminal; programs in it are notified. */
  resize(terminal: number, columns: number, rows: number): void {
    if (!this.#hasEnded) this.#emulator.resize(consoleOf(terminal), columns, rows);
  }

  /** Runs a command of bash as the learner, beside the terminals. */
  run(command: string, options: RunOptions = {}): Promise<RunResult> {
    return this.runProgram(['/bin/bash', '-c', command], options);
  }

  /** Runs a program, given by its path and arguments, as the learner. */
  async runProgram(words: readonly string[], options: RunOptions = {}): Promise<RunResult> {
    const { folder = HOME, variables = {}, input, seconds = SECONDS } = options;
    const token = await this.#inbox.lay({
      words: words.join('\0'),
      folder: absolute(folder),
      variables: Object.entries(variables)
        .map(([name, value]) => `${name}=${value}`)
        .join('\0'),
      ...(input === undefined ? {} : { input }),
    });
    const { status, output, errors } = await this.#agent.ask('run', token, Math.max(1, Math.ceil(seconds)));
    const tookTooLong = status === 'late';
    return {
      status: tookTooLong ? 137 : status,
      stdout: decode(output),
      stderr: decode(errors),
      tookTooLong,
    };
  }

  /** Writes files of the learner, and makes the folders that they need. */
  async writeFiles(files: readonly MachineFile[]): Promise<void> {
    if (files.length > 0) succeeded(await this.#agent.ask('take', await this.#inbox.layFiles(files)));
  }

  /** Removes files or whole folders of the home folder; those that are not there are no problem. */
  async removeFiles(paths: readonly string[]): Promise<void> {
    if (paths.length > 0)
      succeeded(await this.#agent.ask('remove', await this.#inbox.lay({ paths: paths.join('\0') })));
  }

  /** The content of a file of the learner; null when there is none. @param isFlushed false: without what the machine still holds */
  async readFile(path: string, isFlushed = true): Promise<Uint8Array | null> {
    if (isFlushed) await this.#flush();
    const { files } = this.#emulator;
    const { id } = files.SearchPath(`${HOME}/${path}`);
    return id === -1 ? null : contentOf(files, id, files.GetInode(id));
  }

  /** Everything below the home folder. @param isFlushed false: without what the machine still holds */
  async home(isFlushed = true): Promise<HomeEntry[]> {
    if (isFlushed) await this.#flush();
    return homeEntries(this.#emulator.files, HOME);
  }

  /** Resolves when the machine answers. */
  async ping(): Promise<void> {
    await this.#agent.ask('ping');
  }

  /** Sends a request to a service that listens in the machine. @returns null when none does, or it speaks no HTTP */
  async request(port: number, request: ServiceRequest): Promise<ServiceReply | null> {
    const token = await this.#inbox.lay({ request: requestBytes(port, request) });
    const { status, output } = await this.#agent.ask('http', token, port);
    return status === 0 ? readReply(output) : null;
  }

  /** Begins the shell of the first terminal, which waits until it is opened; before `save`. */
  async prepare(): Promise<void> {
    await this.#agent.ask('prepare', consoleOf(1));
  }

  /** Gives memory back that only caches use, before `save`. */
  async quiet(): Promise<void> {
    await this.#agent.ask('quiet');
  }

  /** The whole machine as bytes, unpacked. */
  save(): Promise<Uint8Array> {
    return this.#emulator.save();
  }

  /** Ends the machine and gives its memory back. */
  async end(): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat);
    this.#agent.close();
    await this.#emulator.end();
  }

  /** Lets the machine write what its programs have written; not when it hangs. */
  async #flush(): Promise<void> {
    if (this.#hasEnded) throw new MachineGone('the machine has ended');
    await within(this.#agent.ask('sync'), FLUSH_MS);
  }
}

function consoleOf(terminal: number): number {
  if (!Number.isInteger(terminal) || terminal < 1 || terminal > AGENT_CONSOLE)
    throw new RangeError(`a machine has terminals 1 to ${AGENT_CONSOLE}`);
  return terminal - 1;
}

const absolute = (folder: string): string => (folder.startsWith('/') ? folder : `${HOME}/${folder}`);

function succeeded({ status, errors }: AgentReply): void {
  if (status !== 0) throw new Error(decode(errors).trim() || `the agent failed with ${status}`);
}

/** Whether something happens in a time. */
async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asks the agent now and then whether it is there. */
function hasBeat(
  agent: AgentChannel,
  onHang: (() => void) | undefined,
  keep: (timer: ReturnType<typeof setInterval>) => void,
): void {
  if (onHang === undefined) return;
  let isAsking = false;
  const timer = setInterval(async () => {
    if (isAsking) return;
    isAsking = true;
    const isThere = await within(agent.ask('ping'), HANG_MS).catch(() => null);
    isAsking = false;
    if (isThere !== false) return;
    clearInterval(timer);
    onHang();
  }, HEARTBEAT_MS);
  keep(timer);
}
