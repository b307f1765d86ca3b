import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { leftBehind } from '../testing/left-behind.ts';
import { StalledReaders } from './stalled-readers.ts';

const STALL = { usual: 300, crowded: 300, many: 1_000 };
/** More than all buffers between server and client hold. */
const LARGE = Buffer.alloc(64 * 1024 * 1024);

async function listening(stall = STALL) {
  const app = fastify();
  new StalledReaders(stall).addTo(app);
  app.get('/large', (_request, reply) => reply.send(LARGE));
  const { promise: finish, resolve } = Promise.withResolvers<string>();
  app.get('/late', () => finish);
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const another = async () => {
    const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    onTestFinished(() => void client.destroy());
    const [socket] = await once(app.server, 'connection');
    return { client, socket, ask: (path: string) => client.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`) };
  };
  return { ...(await another()), finish: resolve, another };
}

// Shows security#slow-clients
it('a client that does not read its reply is disconnected', async () => {
  const { client, socket, ask } = await listening();
  client.pause();
  ask('/large');
  await once(socket, 'close');
  // Nothing waits for it in the kernel either.
  client.resume();
  await expect(once(client, 'end')).rejects.toMatchObject({ code: 'ECONNRESET' });
});

// Shows security#slow-clients
it('many clients that do not read are disconnected sooner', async () => {
  const stall = { usual: 600_000, crowded: 300, many: 3 };
  const { client, socket, another, ask } = await listening(stall);
  const patient = await another();
  for (const one of [client, patient.client]) one.pause();
  ask('/large');
  patient.ask('/large');
  const third = await another();
  third.client.pause();
  third.ask('/large');
  await Promise.all([socket, patient.socket, third.socket].map((one) => once(one, 'close')));
});

it('a client that reads slowly gets the whole reply', async () => {
  let read = await readSlowly();
  // A machine that held this process up for that long has made it a client that does not read: another one is sent.
  while (read.bytes < LARGE.length && read.longestPauseMs > STALL.usual / 2) read = await readSlowly();
  expect(read.bytes).toBeGreaterThanOrEqual(LARGE.length);
});

/** Reads a large reply piece by piece, in twice the time after which a client that reads nothing is disconnected. */
async function readSlowly() {
  const { client, ask } = await listening();
  ask('/large');
  const began = performance.now();
  let [bytes, longestPauseMs, last] = [0, 0, began];
  const paused = () => {
    const now = performance.now();
    longestPauseMs = Math.max(longestPauseMs, now - last);
    last = now;
  };
  try {
    for await (const piece of client) {
      paused();
      bytes += (piece as Buffer).length;
      if (bytes >= LARGE.length) break;
      while (performance.now() - began < (2 * STALL.usual * bytes) / LARGE.length) await setImmediate();
    }
  } catch (error) {
    expect(error).toMatchObject({ code: 'ECONNRESET' });
    paused();
  }
  return { bytes, longestPauseMs };
}

it('a client waits for a reply that takes long to make', async () => {
  const { client, socket, finish, ask } = await listening();
  ask('/late');
  // Longer than the stall timeout.
  const other = await listening();
  other.client.pause();
  other.ask('/large');
  await once(other.socket, 'close');
  expect(socket.destroyed).toBe(false);
  finish('done');
  const [answer] = await once(client, 'data');
  expect(String(answer)).toContain('done');
});

it('a request that was answered does not wait for a full collection of garbage', () => {
  const bytes = leftBehind({
    file: join(import.meta.dirname, 'stalled-readers.ts'),
    prepare: 'const readers = new code.StalledReaders(); const underWay = [];',
    round: `
      const request = { socket: null, held: new Array(100).fill(number) };
      readers.watch(request, { once: (event, end) => event === 'close' && underWay.push(end) });
      if (underWay.length > 32) underWay.shift()();
    `,
  });
  expect(bytes).toBeLessThan(20);
});
