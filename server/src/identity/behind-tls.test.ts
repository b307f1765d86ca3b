import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { Academy, type RunningIdentity, startIdentity } from './identity.fixture.ts';

const database = await testDatabase();
let running: RunningIdentity;
beforeAll(async () => {
  running = await startIdentity(database, { issuerProtocol: 'https', trustProxy: ['127.0.0.1'] });
});
afterAll(() => running?.close());

interface Reply {
  status: number;
  text: string;
  cookies: string[];
  location: string;
}

/** A request as the proxy forwards it; sent from another address of this machine it comes from an untrusted client. */
function ask(path: string, headers: Record<string, string>, from = '127.0.0.1'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: running.port, path, headers, localAddress: from }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(parts).toString(),
          cookies: response.headers['set-cookie'] ?? [],
          location: response.headers.location ?? '',
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

const DISCOVERY = '/idp/.well-known/openid-configuration';
const secure = () => ({ host: `localhost:${running.port}`, 'x-forwarded-proto': 'https' });

test('behind a trusted proxy that ends TLS, discovery says https and cookies are secure', async () => {
  const { text } = await ask(DISCOVERY, secure());
  const document = JSON.parse(text) as Record<string, unknown>;
  for (const [name, value] of Object.entries(document))
    if (typeof value === 'string' && value.includes('://'))
      expect(value, name).toMatch(/^https:\/\/localhost:\d+\/idp\//);
  const { pathname, search } = new URL(new Academy(running).authorizeUrl());
  const started = await ask(`${pathname}${search}`, { ...secure(), accept: 'text/html' });
  expect(started.cookies.length).toBeGreaterThan(0);
  for (const line of started.cookies) {
    expect(line.toLowerCase()).toContain('secure');
    expect(line.toLowerCase()).toContain('httponly');
  }
});

test('requests without TLS are refused unless the proxy says otherwise', async () => {
  const host = { host: `localhost:${running.port}` };
  expect((await ask(DISCOVERY, host)).status).toBe(400);
  expect((await ask(DISCOVERY, { ...host, 'x-forwarded-proto': 'http' })).status).toBe(400);
  expect((await ask(DISCOVERY, secure(), '127.0.0.2')).status).toBe(400);
  expect((await ask(DISCOVERY, { ...host, forwarded: 'proto=https' }, '127.0.0.2')).status).toBe(400);
});

test('an unknown host name is answered with not found, and not repeated', async () => {
  for (const headers of [
    { ...secure(), host: 'evil.example' },
    { ...secure(), 'x-forwarded-host': 'evil.example' },
    { ...secure(), host: `localhost:${running.port}@evil.example` },
    { ...secure(), host: `localhost:${running.port + 1}` },
  ]) {
    const reply = await ask(DISCOVERY, headers);
    expect([400, 404]).toContain(reply.status);
    expect(reply.text + reply.location).not.toContain('evil.example');
  }
  const stranger = await ask(DISCOVERY, { ...secure(), 'x-forwarded-host': 'evil.example' }, '127.0.0.2');
  expect(stranger.status).toBe(400);
  expect(stranger.text).not.toContain('evil.example');
});
