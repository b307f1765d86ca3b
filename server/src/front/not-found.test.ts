import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { OTHER_ADDRESSES } from '../api-reference/other-addresses.ts';
import { startApp } from '../testing/start-app.ts';
import * as entry from '../testing/web-entry.fixture.ts';
import { rendererInProcess } from './page-renderer.ts';

const clientFolder = await mkdtemp(join(tmpdir(), 'academy-client-'));
await mkdir(join(clientFolder, 'assets'));
afterAll(() => rm(clientFolder, { recursive: true }));
const app = await startApp({ web: { entry, renderer: rendererInProcess(entry), clientFolder } });
await app.server.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.server.address() as AddressInfo;

function ask(method: string, path: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    headers: NodeJS.Dict<string | string[]>;
    body: string;
  }>();
  const headers = { host: 'spring.localhost', 'content-type': 'text/plain' };
  request({ host: '127.0.0.1', port, method, path, headers }, async (response) => {
    resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response) });
  })
    .on('error', reject)
    .end();
  return promise;
}

const refusal = (code: string) => ({
  success: false,
  data: null,
  errors: [{ code, errorMessage: expect.any(String) }],
});

describe('an address without a route', () => {
  it.each([
    ...['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].map((method): [string, string, number, string] => [
      method,
      '/api/v1/nowhere',
      404,
      'not-found',
    ]),
    ['GET', '/api/v1', 404, 'not-found'],
    ['GET', '/api/v1/', 404, 'not-found'],
    ['GET', '/api/v1/progress/events', 405, 'method-not-allowed'],
    ['PATCH', '/api/v1/feedback', 405, 'method-not-allowed'],
    ['GET', '/assets/nothing.js', 404, 'not-found'],
    ['GET', '/assets/content/nothing.png', 404, 'not-found'],
    ['POST', '/assets/nothing.js', 404, 'not-found'],
    ['POST', '/courses', 405, 'method-not-allowed'],
    ['DELETE', '/', 404, 'not-found'],
    ['PUT', '/nowhere', 404, 'not-found'],
  ])('%s %s is refused with %i in our words', async (method, path, status, code) => {
    const reply = await ask(method, path);
    expect([reply.status, reply.headers['cache-control']]).toEqual([status, 'no-store']);
    const body = JSON.parse(reply.body);
    expect(body).toMatchObject(refusal(code));
    expect(body.correlationId).toBe(reply.headers['x-correlation-id']);
    if (status === 405) expect(reply.headers.allow).toMatch(/^[A-Z, ]+$/);
  });

  it('is refused with the same headers and no body on HEAD', async () => {
    for (const [path, status] of [
      ['/api/v1/nowhere', 404],
      ['/api/v1/courses/list', 405],
    ] as const) {
      const reply = await ask('HEAD', path);
      expect([reply.status, reply.headers['cache-control'], reply.body]).toEqual([status, 'no-store', '']);
      expect(reply.headers['content-type']).toContain('application/json');
      expect(reply.headers['x-correlation-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});

it('every address that the reference names besides the calls is answered', async () => {
  const missing: string[] = [];
  for (const { address } of OTHER_ADDRESSES) {
    const [method = '', path = ''] = address.split(' ');
    // The embedded provider has tests of its own, and what has a secret in its address is not there without it.
    const { status } = path.startsWith('/idp/') || path.includes('token=') ? { status: 200 } : await ask(method, path);
    if (status === 404 || status === 405) missing.push(address);
  }
  expect(missing).toEqual([]);
});

// Shows security#strict-schemas
it('a field that a call does not have is called unknown, and named', async () => {
  const reply = await app.request({ method: 'POST', url: '/api/v1/email/contactUs', payload: { surname: 'x' } });
  expect(reply.json().errors).not.toEqual([]);
  const unknown = await app.request({
    url: '/api/v1/courses/list?searchText=java',
    headers: { host: 'spring.localhost' },
  });
  expect(unknown.json().errors).toEqual([
    { errorMessage: 'searchText: unknown field', field: 'searchText', code: 'invalid-input' },
  ]);
});
