import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { runLoad } from './load.ts';
import { type LoadJob, rawRequest } from './load-job.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function job(port: number, requests: string[], changes: Partial<LoadJob> = {}): LoadJob {
  return { port, connections: 4, warmUp: 0, seconds: 0.4, requests, once: false, perSecond: null, ...changes };
}

test('the load generator counts what the server answered, bodies larger than one packet included', async () => {
  let served = 0;
  const body = Buffer.alloc(300_000, 'a');
  const port = await serve((_request, response) => {
    served += 1;
    response.end(body);
  });
  const { result } = await runLoad(job(port, [rawRequest('GET', '/', { host: 'a' })]), () => null);
  expect(result.errors).toBe(0);
  expect(result.requests).toBeGreaterThan(0);
  expect(served - result.requests).toBeLessThanOrEqual(4);
  expect(result.p99).toBeGreaterThanOrEqual(result.p50);
});

test('each request of a list of writes is sent once, with its body', async () => {
  const bodies: string[] = [];
  const port = await serve((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      bodies.push(text);
      response.end('{}');
    });
  });
  const requests = [1, 2, 3, 4, 5, 6].map((number) => rawRequest('POST', '/', { host: 'a' }, { number }));
  const { result } = await runLoad(job(port, requests, { once: true, seconds: 10 }), () => null);
  expect(bodies.sort()).toEqual([1, 2, 3, 4, 5, 6].map((number) => JSON.stringify({ number })));
  expect(result).toMatchObject({ requests: 6, errors: 0 });
});

test('a paced load keeps its pace', async () => {
  const port = await serve((_request, response) => response.end('{}'));
  const requests = [rawRequest('GET', '/', { host: 'a' })];
  const { result } = await runLoad(job(port, requests, { perSecond: 100, seconds: 1 }), () => null);
  expect(result.requests).toBeGreaterThan(80);
  expect(result.requests).toBeLessThan(120);
});

test('bad replies are counted separately and the first one is reported', async () => {
  const port = await serve((_request, response) => {
    response.statusCode = 429;
    response.end('slow down');
  });
  const { result } = await runLoad(job(port, [rawRequest('GET', '/', { host: 'a' })]), () => null);
  expect(result.requests).toBe(0);
  expect(result.errors).toBeGreaterThan(0);
  expect(result.firstError).toBe('429 slow down');
});
