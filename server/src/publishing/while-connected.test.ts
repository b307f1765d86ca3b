import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { whileConnected } from './while-connected.ts';

async function aServer(work: (signal: AbortSignal) => Promise<string>): Promise<string> {
  const server = Fastify();
  server.post('/', (request) => whileConnected(request, work));
  onTestFinished(async () => {
    await server.close();
  });
  return server.listen({ port: 0, host: '127.0.0.1' });
}
const send = (address: string, signal: AbortSignal | null = null) =>
  fetch(address, { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' }, signal });

it('work is aborted when its client disconnects', async () => {
  const started = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<boolean>();
  const address = await aServer(async (signal) => {
    signal.addEventListener('abort', () => aborted.resolve(true));
    started.resolve();
    await aborted.promise;
    return 'nobody reads this';
  });
  const client = new AbortController();
  const reply = send(address, client.signal);
  await started.promise;
  client.abort();
  await expect(reply).rejects.toThrow();
  expect(await aborted.promise).toBe(true);
});

it('a waiting client is connected, though its request was read', async () => {
  const address = await aServer(async (signal) => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return signal.aborted ? 'gone' : 'here';
  });
  for (const turn of [1, 2, 3]) expect([turn, await (await send(address)).text()]).toEqual([turn, 'here']);
});
