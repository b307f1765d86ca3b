import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { afterFile } from '../testing/after-file.ts';
import { providerRequest } from './provider-request.ts';

let reply = '{"issuer":"here"}';
const server = createServer((request, response) => {
  if (request.url === '/moved') return response.writeHead(302, { location: '/' }).end();
  response.writeHead(200, { 'content-type': 'application/json' }).end(reply);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
afterFile(async () => void server.close());

const reasonOf = (url: string, hosts: string[] = []) =>
  providerRequest(hosts)(url).then(
    () => null,
    (error: Error) => error.message,
  );

test('a host on this machine is asked where the operator allows it', async () => {
  expect(await (await providerRequest([host])(`http://${host}/`)).json()).toEqual({ issuer: 'here' });
});

// Shows security#outgoing-hosts
test.each([
  ['http://login.example.org/', 'is not encrypted'],
  ['https://127.0.0.1/', 'is no public address'],
  ['https://169.254.169.254/latest', 'is no public address'],
  ['https://[::1]/', 'is no public address'],
  ['https://[::ffff:10.0.0.1]/', 'is no public address'],
  ['https://localhost/', 'is no public address'],
])('%s is not asked', async (url, reason) => {
  expect(await reasonOf(url)).toContain(reason);
});

test('redirects are not followed, and a reply that is too large is given up', async () => {
  expect((await providerRequest([host])(`http://${host}/moved`)).status).toBe(302);
  reply = 'x'.repeat(600_000);
  expect(await reasonOf(`http://${host}/`, [host])).toContain('more than');
});
