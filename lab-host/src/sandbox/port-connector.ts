import { connect, type Socket } from 'node:net';

/*
 * A program of its own, in the network namespace of one sandbox: it connects to what listens on the loopback there, and
 * hands the connections to the server. It reads and writes none of their bytes.
 */

/** What the server asks for. */
export interface ConnectRequest {
  id: number;
  port: number;
}

/** The reply; without a problem the connection comes with it. */
export interface ConnectReply {
  id: number;
  /** Code of the system, such as `ECONNREFUSED`. */
  problem?: string;
}

/** Development servers listen on either. */
const LOOPBACKS = ['127.0.0.1', '::1'] as const;
/** A program that does not accept the connection within this time is not waited for, ms. */
const CONNECT_MS = 5_000;

const [user] = process.argv.slice(2);
if (user !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(Number(user));
  process.setuid?.(Number(user));
}

const reply = (words: ConnectReply, socket?: Socket) => process.send?.(words, socket);

function open({ id, port }: ConnectRequest, [host, ...others]: readonly string[]): void {
  if (host === undefined) return void reply({ id, problem: 'ECONNREFUSED' });
  const socket = connect({ host, port, timeout: CONNECT_MS });
  // The server reads it, from its first byte on.
  socket.pause();
  socket.once('connect', () => {
    socket.setTimeout(0);
    reply({ id }, socket);
  });
  socket.once('timeout', () => socket.destroy(Object.assign(new Error('too late'), { code: 'ETIMEDOUT' })));
  socket.once('error', ({ code = 'EIO' }: NodeJS.ErrnoException) => {
    if (code === 'ECONNREFUSED' || code === 'EADDRNOTAVAIL') open({ id, port }, others);
    else reply({ id, problem: code });
  });
}

process.on('message', (request: ConnectRequest) => open(request, LOOPBACKS));
process.on('disconnect', () => process.exit());
