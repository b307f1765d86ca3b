import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type BodyTimeout, bodyTimeoutOf, MAX_REQUEST_MS, watchBodyTimeout } from './request-body-timeout.ts';

/** Sends a body in pieces and returns how it ended: `whole` with its length, or `late`. */
async function send(timeout: BodyTimeout, pieces: number, everyMs: number): Promise<string> {
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();
  const server = createServer((request: IncomingMessage) => {
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
    });
    request.on('end', () => end(`whole ${size}`));
    request.on('error', () => undefined);
    watchBodyTimeout(request, () => end('late'), timeout, 5);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`PUT / HTTP/1.1\r\nhost: a\r\ncontent-length: ${pieces}\r\n\r\n`);
  let sent = 0;
  const timer = setInterval(() => {
    if (sent < pieces) socket.write('x');
    sent += 1;
  }, everyMs);
  onTestFinished(() => {
    clearInterval(timer);
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  return ended;
}

it('a push may take long as long as bytes arrive', async () => {
  expect(await send({ whole: 60_000, silent: 2_000, slow: 60_000 }, 20, 10)).toBe('whole 20');
});

// Shows security#slow-clients
it('a push without further bytes is ended', async () => {
  expect(await send({ whole: 60_000, silent: 30, slow: 60_000 }, 5, 60_000)).toBe('late');
});

// Shows security#slow-clients
it('an endless body is ended, however fast it is', async () => {
  expect(await send({ whole: 100, silent: 60_000, slow: 60_000 }, 1_000_000, 2)).toBe('late');
});

it('a body that comes byte by byte is ended', async () => {
  expect(await send({ whole: 60_000, silent: 60_000, slow: 200 }, 1_000, 20)).toBe('late');
});

it('only pushes of content get the long time', () => {
  const ordinary = bodyTimeoutOf({ method: 'POST', url: '/api/v1/progress/events' });
  expect(ordinary).toEqual({ whole: 30_000, silent: 10_000, slow: 10_000 });
  expect(bodyTimeoutOf({ method: 'PUT', url: '/api/v1/content/course/a/status' })).toEqual(ordinary);
  expect(bodyTimeoutOf({ method: 'POST', url: '/api/v1/content/course/a' })).toEqual(ordinary);
  expect(bodyTimeoutOf({ method: 'PUT', url: '/api/v1/content/course/a?base=3' })).toEqual({
    whole: MAX_REQUEST_MS,
    silent: 30_000,
    slow: 10_000,
  });
});
