import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { STANDARD_CLAIMS, userinfo } from './provider-claims.ts';

async function said(status: number): Promise<string[]> {
  const server = createServer((_request, response) => response.writeHead(status).end('{}'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const lines: string[] = [];
  const log = { warn: (_values: object, message: string) => lines.push(message) };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/userinfo`;
  const ask = userinfo(() => url, { names: STANDARD_CLAIMS, log });
  expect(await ask('a token', 'ada')).toBeNull();
  return lines;
}

it('names a userinfo endpoint that refuses the tokens of its own provider', async () => {
  for (const status of [401, 403])
    expect(await said(status)).toEqual([expect.stringContaining('userinfo endpoint refuses')]);
  for (const status of [500, 302]) expect((await said(status)).join()).not.toContain('refuses');
});
