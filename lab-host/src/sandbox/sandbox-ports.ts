import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { firstInside, spawnInNetwork } from './enter-network.ts';
import type { ConnectReply, ConnectRequest } from './port-connector.ts';

/** Nothing accepts connections on a port of a sandbox. */
export class PortClosed extends Error {}

/** The port of a sandbox cannot be reached, whatever listens there. */
export class PortsUnreachable extends Error {}

const CONNECTOR = fileURLToPath(new URL('port-connector.ts', import.meta.url));
/** A server that runs as root has connections made by this user. */
const NOBODY = '65534';
/** A connector without anything to do ends after this time, ms: connections that it has handed over stay. */
const IDLE_MS = 10_000;
/** Beyond so many connectors on this server the one that has been idle longest ends. */
const MAX_CONNECTORS = 8;
/** A connector that does not answer within this time is replaced, ms: it takes two processes and a connection. */
const ANSWER_MS = 10_000;
const MAX_COMPLAINT_LENGTH = 500;

/** Connectors of all sandboxes that run; the one that was used last is the last. */
const running = new Set<SandboxPorts>();

interface Waiting {
  resolve(socket: Socket): void;
  reject(error: Error): void;
  late: NodeJS.Timeout;
}

/**
 * Connections to programs that listen on the loopback of a sandbox. A connector, a program in the sandbox's network, makes
 * them and hands them over; it runs only while connections are being made.
 */
export class SandboxPorts {
  readonly #process: number;
  readonly #waiting = new Map<number, Waiting>();
  #connector: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #next = 0;
  #isClosed = false;

  /** @param process id of the program that started the sandbox; its first child is in the sandbox's network */
  constructor(process: number) {
    this.#process = process;
  }

  /**
   * Connects to a port of the sandbox.
   *
   * @throws PortClosed when nothing listens there; PortsUnreachable for every other reason
   */
  async connect(port: number): Promise<Socket> {
    const inside = this.#connector === null ? await firstInside(this.#process) : null;
    // A page that waits for its program asks again and again, which must not start a connector each time.
    if (inside !== null && (await listens(inside, port)) === false) throw new PortClosed('nothing listens there');
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new PortsUnreachable('the sandbox has ended');
      const connector = this.#connector ?? this.#start(inside);
      const id = ++this.#next;
      const late = setTimeout(() => this.#stop(new PortsUnreachable('the connector does not answer')), ANSWER_MS);
      this.#waiting.set(id, { resolve, reject, late });
      this.#used();
      const request: ConnectRequest = { id, port };
      connector.send(request, (error) => {
        if (error !== null) this.#stop(new PortsUnreachable(error.message));
      });
    });
  }

  /** Whether nobody waits for a connection. */
  get isIdle(): boolean {
    return this.#waiting.size === 0;
  }

  /** Ends the connector; connections that it has made stay until the sandbox ends. */
  close(): void {
    this.#isClosed = true;
    this.#stop(new PortsUnreachable('the sandbox has ended'));
  }

  #start(inside: number | null): ChildProcess {
    if (inside === null) throw new PortsUnreachable('the sandbox has no process');
    const program = [process.execPath, '--no-warnings', '--max-old-space-size=32', CONNECTOR];
    const user = process.getuid?.() === 0 ? [NOBODY] : [];
    const connector = spawnInNetwork(inside, [...program, ...user]);
    let complaint = '';
    connector.stderr?.setEncoding('utf8').on('data', (words: string) => {
      complaint = (complaint + words).slice(-MAX_COMPLAINT_LENGTH);
    });
    connector.on('message', (words, socket) => this.#answer(words as ConnectReply, socket));
    // An error is followed by an end, or is one.
    connector.on('error', ({ message }) => this.#ended(connector, message));
    connector.once('close', (code) => this.#ended(connector, complaint.trim() || `the connector ended with ${code}`));
    this.#connector = connector;
    endIdlest();
    return connector;
  }

  #answer({ id, problem }: ConnectReply, socket: unknown): void {
    const asked = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(asked?.late);
    if (problem === undefined && socket instanceof Socket) {
      if (asked === undefined) socket.destroy();
      else asked.resolve(socket);
    } else if (problem === 'ECONNREFUSED') asked?.reject(new PortClosed('nothing listens there'));
    else asked?.reject(new PortsUnreachable(problem ?? 'the connection was lost'));
    this.#used();
  }

  /** Notes that it was used just now. */
  #used(): void {
    clearTimeout(this.#idle);
    running.delete(this);
    if (this.#connector === null) return;
    running.add(this);
    if (!this.isIdle) return;
    this.#idle = setTimeout(() => this.#stop(new PortsUnreachable('idle')), IDLE_MS);
    this.#idle.unref();
  }

  /** Ends the connector in favour of another one. */
  giveWay(): void {
    if (this.isIdle) this.#stop(new PortsUnreachable('idle'));
  }

  #stop(why: PortsUnreachable): void {
    this.#connector?.kill('SIGKILL');
    this.#forget(why);
  }

  #ended(connector: ChildProcess, words: string): void {
    if (this.#connector === connector) this.#forget(new PortsUnreachable(words));
  }

  #forget(why: PortsUnreachable): void {
    this.#connector = null;
    clearTimeout(this.#idle);
    running.delete(this);
    for (const { reject, late } of this.#waiting.values()) {
      clearTimeout(late);
      reject(why);
    }
    this.#waiting.clear();
  }
}

function endIdlest(): void {
  for (const ports of [...running]) {
    if (running.size < MAX_CONNECTORS) return;
    ports.giveWay();
  }
}

/**
 * Whether something listens on a port in the network of a process; null when the system does not tell. It walks through
 * all sockets of the machine, which takes some milliseconds.
 */
async function listens(process: number, port: number): Promise<boolean | null> {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  try {
    const tables = await Promise.all(['tcp', 'tcp6'].map((kind) => readFile(`/proc/${process}/net/${kind}`, 'utf8')));
    // Number, local address, remote address, state: 0A is LISTEN.
    return tables
      .flatMap((table) => table.split('\n'))
      .some((line) => {
        const [, local = '', , state] = line.trim().split(/\s+/);
        return state === '0A' && local.endsWith(end);
      });
  } catch {
    return null;
  }
}
