import type { V86, V86Options } from 'v86';
import { AGENT_CONSOLE, INIT_PATH } from './guest.ts';
import { type ReadStored, StoredFiles } from './stored-files.ts';

/** A file or folder as the emulator's file system holds it. */
export interface Inode {
  mode: number;
  uid: number;
  gid: number;
  size: number;
  /** Seconds since 1970. */
  mtime: number;
  symlink: string;
  /** `UNLINKED`: its last name is gone. */
  status: number;
  /** Names in a folder, with the number of each. */
  direntries: Map<string, number>;
}

/** The part of the emulator's file system that its types leave out. */
export interface FileSystem {
  storage: unknown;
  SearchPath(path: string): { id: number; parentid: number };
  GetInode(id: number): Inode;
  CreateDirectory(name: string, parent: number): number;
  CreateBinaryFile(name: string, parent: number, bytes: Uint8Array): Promise<number>;
  CreateSymlink(name: string, parent: number, target: string): number;
  Search(folder: number, name: string): number;
  /** @returns 0, or the number of an error, below 0 */
  Unlink(folder: number, name: string): number;
  CloseInode(id: number): Promise<void>;
  Read(id: number, offset: number, count: number): Promise<Uint8Array | null>;
  NotifyListeners(id: number, action: string): void;
  load_from_json(tree: unknown): void;
}

const UNLINKED = 4;

interface Queue {
  has_request(): boolean;
}

/** What is used of the emulator beside what its types have. */
interface Insides {
  bus: { send(event: string, data: unknown): void };
  fs9p: FileSystem;
  zstd_decompress(bytes: number, packed: Uint8Array): ArrayBuffer;
  add_listener(event: string, listener: (data: never) => void): void;
  v86: {
    yield(delay: number, tick: number): void;
    yield_callback(tick: number): void;
    cpu: {
      devices: {
        virtio_console: { virtio: { queues: Queue[] } };
        /** What the machine has open, by its own numbers. */
        virtio_9p: { fids: ({ inodeid: number } | undefined)[] };
      };
    };
  };
}

/** Instantiates the emulator's WebAssembly program, `build/v86.wasm` of its package. @returns its exports */
export type LoadProgram = (imports: object) => Promise<object>;

/** From where a machine goes on: a saved state, whose memory is given back, or the programs that boot it. */
export type Beginning =
  | { kind: 'state'; state: Uint8Array<ArrayBuffer> }
  | { kind: 'boot'; tree: unknown; bios: Uint8Array; vgaBios: Uint8Array; kernel: Uint8Array; initrd: Uint8Array };

export interface EmulatorOptions {
  beginning: Beginning;
  /** Megabytes; a state needs those that it was saved with. */
  memory: number;
  loadProgram: LoadProgram;
  read: ReadStored;
  /** Called with what is written to a console. */
  onOutput: (console: number, bytes: Uint8Array) => void;
  /** Called with what the kernel writes while it boots. */
  onBoot?: (text: string) => void;
}

/** Named by the types of pages alone. */
interface Channel {
  port1: { postMessage(data: number): void };
  port2: { onmessage: (event: { data: number }) => void };
}

const MEGABYTE = 1024 * 1024;
const COMMAND_LINE = `console=ttyS0 quiet loglevel=3 boot=lab init=${INIT_PATH} mitigations=off tsc=reliable nowatchdog random.trust_cpu=on`;
/** Bytes that a console takes at once, and how long it is left alone while it takes none, ms. */
const PIECE = 1024;
const RETRY_MS = 4;

/** A running emulator, and the ways into it. */
export class Emulator {
  readonly files: FileSystem;
  readonly stored: StoredFiles;
  readonly #inner: V86 & Insides;
  readonly #waiting = new Map<number, Uint8Array[]>();
  #hasEnded = false;

  private constructor(inner: V86 & Insides, stored: StoredFiles) {
    this.#inner = inner;
    this.files = inner.fs9p;
    this.stored = stored;
  }

  /** Starts a machine; resolves when it runs. */
  static async start(options: EmulatorOptions): Promise<Emulator> {
    const { beginning, memory, loadProgram, read, onOutput, onBoot } = options;
    const inner = await loaded({
      ...optionsOf(beginning),
      wasm_fn: (imports: object) => loadProgram(imports) as never,
      memory_size: memory * MEGABYTE,
      vga_memory_size: 2 * MEGABYTE,
      filesystem: {},
      virtio_console: { type: 'none' },
      cmdline: COMMAND_LINE,
      disable_keyboard: true,
      disable_mouse: true,
      disable_speaker: true,
      autostart: false,
    });
    // The emulator refers to what it was started with as long as it runs.
    if (beginning.kind === 'state') beginning.state.buffer.transfer(0);
    const stored = new StoredFiles(read, (bytes, packed) => new Uint8Array(inner.zstd_decompress(bytes, packed)));
    inner.fs9p.storage = stored;
    keepWhatIsOpen(inner);
    permitLinks(inner);
    if (beginning.kind === 'boot') inner.fs9p.load_from_json(beginning.tree);
    for (let console = 0; console <= AGENT_CONSOLE; console++)
      inner.add_listener(`virtio-console${console}-output-bytes`, (bytes: Uint8Array) => onOutput(console, bytes));
    if (onBoot !== undefined)
      inner.add_listener('serial0-output-byte', (byte: number) => onBoot(String.fromCharCode(byte)));
    yieldQuickly(inner);
    await inner.run();
    return new Emulator(inner, stored);
  }

  /** Writes to a console, as fast as the machine takes it. */
  send(console: number, bytes: Uint8Array): void {
    const waiting = this.#waiting.get(console) ?? [];
    const isFirst = waiting.length === 0;
    for (let at = 0; at < bytes.length; at += PIECE) waiting.push(bytes.slice(at, at + PIECE));
    this.#waiting.set(console, waiting);
    if (isFirst) this.#pass(console, waiting);
  }

  /** Sets the size of a terminal. */
  resize(console: number, columns: number, rows: number): void {
    // Kernels before 6.16 read the two in the other order.
    this.#inner.bus.send(`virtio-console${console}-resize`, [rows, columns]);
  }

  /** The whole machine as bytes, unpacked. */
  async save(): Promise<Uint8Array> {
    return new Uint8Array(await this.#inner.save_state());
  }

  /** Ends the machine; its memory is free when nothing refers to it. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#inner.destroy();
  }

  /** The emulator drops what a console has no room for. */
  #pass(console: number, waiting: Uint8Array[]): void {
    if (this.#hasEnded) return;
    const queue = this.#inner.v86.cpu.devices.virtio_console.virtio.queues[console === 0 ? 0 : console * 2 + 2];
    while (waiting.length > 0 && queue?.has_request() === true)
      this.#inner.bus.send(`virtio-console${console}-input-bytes`, waiting.shift());
    if (waiting.length > 0) setTimeout(() => this.#pass(console, waiting), RETRY_MS);
  }
}

const bufferOf = (bytes: Uint8Array) => ({ buffer: bytes.slice().buffer });

function optionsOf(beginning: Beginning): V86Options {
  if (beginning.kind === 'state') return { initial_state: { buffer: beginning.state.buffer } };
  return {
    bios: bufferOf(beginning.bios),
    vga_bios: bufferOf(beginning.vgaBios),
    bzimage: bufferOf(beginning.kernel),
    initrd: bufferOf(beginning.initrd),
  };
}

/**
 * Loads the emulator. In a browser it would start a worker from a text to be called again at once, which the policies of pages
 * forbid; without workers it takes timers, which `yieldQuickly` replaces.
 */
async function loaded(options: V86Options): Promise<V86 & Insides> {
  if (typeof process === 'undefined') Reflect.deleteProperty(globalThis, 'Worker');
  const { V86: Starter } = await import('v86');
  const inner = new Starter(options) as V86 & Insides;
  await new Promise<void>((resolve) => inner.add_listener('emulator-loaded', () => resolve()));
  return inner;
}

/** The emulator does not read from removed files, though a program has them open: they stay until the last one closes them. */
function keepWhatIsOpen({ fs9p, v86 }: Insides): void {
  const unlink = fs9p.Unlink.bind(fs9p);
  const close = fs9p.CloseInode.bind(fs9p);
  const removed = new Set<number>();
  const opened = (id: number) => v86.cpu.devices.virtio_9p.fids.filter((fid) => fid?.inodeid === id).length;
  fs9p.Unlink = (folder, name) => {
    const id = fs9p.Search(folder, name);
    const before = id === -1 ? UNLINKED : fs9p.GetInode(id).status;
    const result = unlink(folder, name);
    if (id === -1 || fs9p.GetInode(id).status !== UNLINKED || opened(id) === 0) return result;
    fs9p.GetInode(id).status = before;
    removed.add(id);
    return result;
  };
  fs9p.CloseInode = async (id) => {
    if (removed.has(id) && opened(id) <= 1) {
      removed.delete(id);
      fs9p.GetInode(id).status = UNLINKED;
    }
    await close(id);
  };
}

/** Links that the machine makes have no permissions in the emulator; on other file systems they have all. */
function permitLinks({ fs9p }: Insides): void {
  const create = fs9p.CreateSymlink.bind(fs9p);
  fs9p.CreateSymlink = (name, parent, target) => {
    const id = create(name, parent, target);
    fs9p.GetInode(id).mode |= 0o777;
    return id;
  };
}

/** Timers of browsers wait at least 4 ms: a message to itself does not. */
function yieldQuickly({ v86 }: Insides): void {
  if (typeof process !== 'undefined') return;
  const { port1, port2 } = new MessageChannel() as unknown as Channel;
  port2.onmessage = ({ data }) => v86.yield_callback(data);
  v86.yield = (delay, tick) => {
    if (delay < 1) port1.postMessage(tick);
    else setTimeout(() => v86.yield_callback(tick), delay);
  };
}
