import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startTcpProxy } from './tcp-proxy.ts';

async function echoBehindProxy() {
  const server = createServer((socket) => socket.pipe(socket));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const proxy = await startTcpProxy((server.address() as AddressInfo).port);
  const socket = connect(proxy.port, '127.0.0.1');
  onTestFinished(async () => {
    socket.destroy();
    await proxy.close();
    await new Promise((closed) => server.close(closed));
  });
  await once(socket, 'connect');
  const echo = async (text: string) => {
    socket.write(text);
    return String((await once(socket, 'data'))[0]);
  };
  return { proxy, socket, echo };
}

test('bytes wait while the proxy is paused and arrive in order afterwards', async () => {
  const { proxy, socket, echo } = await echoBehindProxy();
  expect(await echo('one')).toBe('one');
  proxy.pause();
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes;
  });
  socket.write('two ');
  socket.write('three');
  // What a second connection would get had the first one passed something.
  await new Promise((passed) => setImmediate(passed));
  expect(received).toBe('');
  proxy.resume();
  await expect.poll(() => received).toBe('two three');
});

test('a slow network delays every packet in both directions', async () => {
  const { proxy, echo } = await echoBehindProxy();
  proxy.slowDown(50);
  const began = performance.now();
  expect(await echo('late')).toBe('late');
  expect(performance.now() - began).toBeGreaterThanOrEqual(95);
});

test('cut connections end', async () => {
  const { proxy, socket, echo } = await echoBehindProxy();
  await echo('one');
  const closed = once(socket, 'close');
  proxy.cut();
  await closed;
});
