import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { ConnectReply, ConnectRequest } from './port-connector.ts';

/** Nothing accepts connections on a port of a sandbox. */
export class PortClosed extends Error {}

/** The port of a sandbox cannot be reached, whatever listens there. */
export class PortsUnreachable extends Error {}

/**
 * Enters the network of a process and becomes another program. A network belongs to a user namespace, which is neither
 * this machine's nor the one that the process is in; only the kernel can name it, so nsenter does not reach it.
 * 0xb701 is NS_GET_USERNS, 308 setns, then the flags of user and network namespaces.
 */
const ENTER = `my ($process, @program) = @ARGV;
open(my $network, '<', "/proc/$process/ns/net") or die "its network: $!\\n";
if ($> != 0) {
  my $owner = ioctl($network, 0xb701, 0) or die "the owner of its network: $!\\n";
  syscall(308, $owner + 0, 0x10000000) == 0 or die "entering the owner of its network: $!\\n";
}
syscall(308, fileno($network), 0x40000000) == 0 or die "entering its network: $!\\n";
exec { $program[0] } @program or die "$program[0]: $!\\n";
`;
const CONNECTOR = fileURLToPath(new URL('port-connector.ts', import.meta.url));
/** A server that runs as root has connections made by this user. */
const NOBODY = '65534';
/** A connector without anything to do ends after this time, ms: connections that it has handed over stay. */
const IDLE_MS = 10_000;
/** Beyond so many connectors on this server the one that has been idle longest ends. */
const MOST_CONNECTORS = 8;
/** A connector that does not answer within this time is replaced, ms: it takes two processes and a connection. */
const ANSWER_MS = 10_000;
const LONGEST_COMPLAINT = 500;

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
    const inside = this.#connector === null ? await firstChildOf(this.#process) : null;
    // A page that waits for its program asks again and again, which must not start a connector each time.
    if (inside !== null && (await listens(inside, port)) === false) throw new PortClosed('nothing listens there');
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new PortsUnreachable('the sandbox has ended');
      const connector = this.#connector ?? this.#start(inside ?? 0);
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

  #start(inside: number): ChildProcess {
    const program = [process.execPath, '--no-warnings', '--max-old-space-size=32', CONNECTOR];
    const user = process.getuid?.() === 0 ? [NOBODY] : [];
    const connector = spawn('perl', ['-e', ENTER, String(inside), ...program, ...user], {
      cwd: '/',
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let complaint = '';
    connector.stderr?.setEncoding('utf8').on('data', (words: string) => {
      complaint = (complaint + words).slice(-LONGEST_COMPLAINT);
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
    if (running.size < MOST_CONNECTORS) return;
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

/** @throws PortsUnreachable when the process has no child */
async function firstChildOf(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const [child = ''] = children.split(' ');
  if (/^\d+$/.test(child)) return Number(child);
  throw new PortsUnreachable('the sandbox has no process');
}
