import { lookup } from 'node:dns/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect as connectTo, isIP, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Duplex } from 'node:stream';
import { type HostRule, isListed, isReachable, targetOf } from './permitted-hosts.ts';

/** Connections of one lab at once; one more waits to be refused. */
const MAX_CONNECTIONS = 64;
/** Resolving a name and connecting may take this long, ms. */
const CONNECT_MS = 15_000;
/** A connection through which nothing goes is closed, ms. */
const IDLE_MS = 60_000;
const HEADERS_MS = 15_000;

/** Headers that concern one connection only. */
const HOP_BY_HOP = [
  'connection',
  // Answered by this server already.
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Why the proxy did not do what was asked. */
export type Refusal =
  | 'not-understood'
  | 'not-listed'
  | 'not-public'
  | 'too-many'
  | 'too-much'
  | 'too-long'
  | 'unreachable';

/** One connection, without paths, queries, headers or contents: they may hold secrets. */
export interface ProxyEntry {
  host: string;
  port: number;
  /** Null: it was let through to its end. */
  refusal: Refusal | null;
  bytesUp: number;
  bytesDown: number;
  milliseconds: number;
}

/** What one lab has done. */
export interface ProxyCounts {
  connections: number;
  refused: number;
  bytesUp: number;
  bytesDown: number;
}

export interface ProxyOptions {
  hosts: readonly HostRule[];
  /** Of all connections together, both directions. */
  maxBytes: number;
  /** Of one connection. */
  maxSeconds: number;
  /** Called at the end of each connection, and for each refused one. */
  onEntry: (entry: ProxyEntry) => void;
  /** Addresses of a name; for tests. */
  resolve?: (host: string) => Promise<string[]>;
  /** Addresses of this machine. */
  own?: readonly string[];
  idleMs?: number;
}

/** A proxy for one lab: HTTP by absolute addresses, and CONNECT. */
export interface LabProxy {
  readonly counts: Readonly<ProxyCounts>;
  /** Takes connections from here. */
  readonly server: Server;
  /** Closes all its connections, and takes no more. */
  close(): void;
}

/** Refusals as learners read them in their programs. */
const SAID: Readonly<Record<Refusal, { status: number; words: string }>> = {
  'not-understood': { status: 400, words: 'This lab reaches hosts by http:// addresses and CONNECT only.' },
  'not-listed': { status: 403, words: 'This lab may not reach this host and port.' },
  'not-public': { status: 403, words: 'This name leads to an address that labs may not reach.' },
  'too-many': { status: 503, words: 'This lab has too many connections open.' },
  'too-much': { status: 403, words: 'This lab has transferred as much as it may.' },
  'too-long': { status: 504, words: 'This connection took longer than labs may take.' },
  unreachable: { status: 502, words: 'This host cannot be reached.' },
};

const everyAddress = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address);
const ownAddresses = () => Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map((one) => one.address));

class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** What is known of a connection while it lasts. */
interface Passage {
  entry: ProxyEntry;
  isOver: boolean;
  /** Ends it once; later calls do nothing. */
  end(refusal: Refusal | null): void;
}

/**
 * Makes the proxy of one lab. It resolves names itself, and connects to the address that it has judged, so that a name
 * cannot lead somewhere else a moment later. It follows no redirects: a program that does asks again.
 */
export function labProxy(options: ProxyOptions): LabProxy {
  const { hosts, maxBytes, maxSeconds, onEntry, resolve = everyAddress, idleMs = IDLE_MS } = options;
  const own = (options.own ?? ownAddresses()).map((address) => address.toLowerCase());
  const counts: ProxyCounts = { connections: 0, refused: 0, bytesUp: 0, bytesDown: 0 };
  const sockets = new Set<Duplex>();
  let open = 0;

  function begin(host: string, port: number, close: () => void): Passage {
    const entry: ProxyEntry = { host, port, refusal: null, bytesUp: 0, bytesDown: 0, milliseconds: 0 };
    const began = performance.now();
    counts.connections += 1;
    open += 1;
    const timer = setTimeout(() => passage.end('too-long'), maxSeconds * 1_000);
    const passage: Passage = {
      entry,
      isOver: false,
      end(refusal) {
        if (passage.isOver) return;
        passage.isOver = true;
        clearTimeout(timer);
        open -= 1;
        if (refusal !== null) counts.refused += 1;
        close();
        onEntry({ ...entry, refusal, milliseconds: Math.round(performance.now() - began) });
      },
    };
    return passage;
  }

  /** Counts bytes of a passage, and ends it when the lab has had its share. */
  function count(passage: Passage, direction: 'bytesUp' | 'bytesDown', bytes: number): void {
    passage.entry[direction] += bytes;
    counts[direction] += bytes;
    if (counts.bytesUp + counts.bytesDown > maxBytes) passage.end('too-much');
  }

  /** The address to connect to. @throws Refused */
  async function permitted(host: string, port: number): Promise<string> {
    if (!isListed(hosts, host, port)) throw new Refused('not-listed');
    if (open > MAX_CONNECTIONS) throw new Refused('too-many');
    if (counts.bytesUp + counts.bytesDown > maxBytes) throw new Refused('too-much');
    const addresses = isIP(host) === 0 ? await withTimeout(resolve(host)) : [host];
    const address = addresses.find((one) => isReachable(hosts, one, port, own));
    if (address !== undefined) return address;
    throw new Refused(addresses.length === 0 ? 'unreachable' : 'not-public');
  }

  const refusalOf = (error: unknown): Refusal => (error instanceof Refused ? error.refusal : 'unreachable');

  function hold(socket: Duplex): void {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // An error of a connection that was cut is expected; its close follows.
    socket.on('error', () => {});
  }

  async function tunnel(asked: IncomingMessage, socket: Duplex, first: Buffer): Promise<void> {
    const target = targetOf(asked.url ?? '', 443);
    let outside: Socket | null = null;
    const passage = begin(target?.host ?? '', target?.port ?? 0, () => {
      socket.destroy();
      outside?.destroy();
    });
    const refuse = (refusal: Refusal) => {
      const { status, words } = SAID[refusal];
      if (socket.writable)
        socket.write(`HTTP/1.1 ${status} ${words}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      passage.end(refusal);
    };
    if (target === null) return refuse('not-understood');
    try {
      const address = await permitted(target.host, target.port);
      outside = await connected(address, target.port, passage);
      if (passage.isOver) return void outside.destroy();
    } catch (error) {
      return refuse(refusalOf(error));
    }
    hold(outside);
    const there = outside;
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (first.length > 0) {
      count(passage, 'bytesUp', first.length);
      there.write(first);
    }
    socket.on('data', (piece: Buffer) => count(passage, 'bytesUp', piece.length));
    there.on('data', (piece: Buffer) => count(passage, 'bytesDown', piece.length));
    socket.pipe(there).pipe(socket);
    there.setTimeout(idleMs, () => passage.end('too-long'));
    there.once('close', () => passage.end(null));
    socket.once('close', () => passage.end(null));
  }

  async function pass(asked: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = URL.canParse(asked.url ?? '') ? new URL(asked.url ?? '') : null;
    const target = url === null || url.protocol !== 'http:' ? null : targetOf(url.host, 80);
    let outside: ReturnType<typeof request> | null = null;
    reply.on('error', () => {});
    const passage = begin(target?.host ?? '', target?.port ?? 0, () => {
      outside?.destroy();
      if (!reply.writableFinished) reply.destroy();
    });
    const refuse = (refusal: Refusal) => {
      const { status, words } = SAID[refusal];
      if (reply.headersSent) return passage.end(refusal);
      reply.once('close', () => passage.end(refusal));
      reply.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
      reply.end(`${words}\n`, () => passage.end(refusal));
    };
    if (target === null || url === null || asked.headers.upgrade !== undefined) return refuse('not-understood');
    try {
      const address = await permitted(target.host, target.port);
      if (passage.isOver) return;
      outside = request({
        ...{ host: address, port: target.port, method: asked.method, path: `${url.pathname}${url.search}` },
        headers: { ...passedOn(asked.headers), host: url.host },
        ...{ agent: false, timeout: idleMs, setHost: false },
      });
    } catch (error) {
      return refuse(refusalOf(error));
    }
    outside.on('timeout', () => refuse('too-long'));
    outside.on('error', () => (passage.isOver ? undefined : refuse('unreachable')));
    outside.on('response', (answer) => {
      answer.on('error', () => passage.end('unreachable'));
      answer.on('data', (piece: Buffer) => count(passage, 'bytesDown', piece.length));
      if (passage.isOver) return;
      try {
        reply.writeHead(answer.statusCode ?? 0, passedOn(answer.headers));
      } catch {
        // A reply that this server could not repeat, such as one with status 99.
        return refuse('unreachable');
      }
      answer.pipe(reply);
    });
    asked.on('data', (piece: Buffer) => count(passage, 'bytesUp', piece.length));
    asked.pipe(outside);
    reply.once('close', () => passage.end(null));
  }

  const maxMs = Math.ceil(maxSeconds * 1_000);
  const server = createServer({ headersTimeout: Math.min(HEADERS_MS, maxMs), requestTimeout: maxMs });
  server.maxConnections = 2 * MAX_CONNECTIONS;
  server.on('connection', hold);
  server.on('request', (asked, reply) => void pass(asked, reply));
  server.on('connect', (asked, socket, first) => void tunnel(asked, socket, first));
  server.on('clientError', (_error, socket) => socket.destroy());
  // A connection that could not be accepted is lost for the lab, and for nobody else.
  server.on('error', () => {});

  return {
    counts,
    server,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** @throws Refused */
function connected(address: string, port: number, passage: Passage): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTo({ host: address, port });
    const timer = setTimeout(() => socket.destroy(new Error('it does not answer')), CONNECT_MS);
    const settle = () => clearTimeout(timer);
    socket.once('connect', () => {
      settle();
      if (passage.isOver) socket.destroy();
      resolve(socket);
    });
    socket.once('error', () => {
      settle();
      reject(new Refused('unreachable'));
    });
  });
}

async function withTimeout(addresses: Promise<string[]>): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Refused('unreachable')), CONNECT_MS);
  });
  return Promise.race([addresses, late]).finally(() => clearTimeout(timer));
}

/** Headers without those of the connection, and those that it names. */
function passedOn(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const left = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name) && !named.includes(name));
  return Object.fromEntries(left);
}
