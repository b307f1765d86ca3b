import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { Academy, Browser, LENA, type RunningIdentity, signInAs, startIdentity } from './identity.fixture.ts';

const database = await testDatabase();
let running: RunningIdentity;

beforeAll(async () => {
  running = await startIdentity(database);
  await running.identity.createAccount(LENA);
});
afterAll(() => running?.close());

test('the token endpoint serves the academies’ origins only', async () => {
  const academy = new Academy(running);
  const { tokens } = await signInAs(new Browser(running.issuer), academy);
  const ask = (origin: string) =>
    fetch(`${running.issuer}oauth2/v1/token`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({
        client_id: academy.clientId,
        grant_type: 'refresh_token',
        refresh_token: String(tokens.refresh_token),
      }),
    });
  const foreign = await ask('https://evil.example');
  expect(foreign.status).toBe(400);
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  expect((await ask(running.originOf('kube'))).status).toBe(400);
  const own = await ask(running.originOf('spring'));
  expect(own.status).toBe(200);
  expect(own.headers.get('access-control-allow-origin')).toBe(running.originOf('spring'));
  expect(own.headers.get('cache-control')).toBe('no-store');
});

test('a preflight reveals only which origins may call', async () => {
  const answer = await fetch(`${running.issuer}oauth2/v1/token`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(answer.status).toBeLessThan(300);
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  expect(await answer.text()).toBe('');
});

test('an access token for the academy’s API is no key to userinfo', async () => {
  const { tokens } = await signInAs(new Browser(running.issuer), new Academy(running));
  const answer = await fetch(`${running.issuer}oauth2/v1/userinfo`, {
    headers: { authorization: `Bearer ${String(tokens.access_token)}` },
  });
  expect(answer.status).toBe(401);
});

test('browsers learn little of why a grant is refused, the log knows it', async () => {
  const academy = new Academy(running);
  const { body, status } = await academy.refresh('no such refresh token');
  expect({ status, ...body }).toEqual({
    status: 400,
    error: 'invalid_grant',
    error_description: 'grant request is invalid',
  });
  const line = running.logged.findLast(({ message }) => message === 'token request refused');
  expect(line?.values).toMatchObject({
    clientId: academy.clientId,
    reason: expect.stringContaining('not found'),
    correlationId: expect.stringMatching(/./),
  });
});

/** A request with a chosen Host header, which fetch does not allow. */
function askAs(
  host: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: running.port, path, headers: { host, ...headers } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
    })
      .on('error', reject)
      .end();
  });
}

test('discovery answers on the issuer’s host alone and names only the issuer', async () => {
  const path = '/idp/.well-known/openid-configuration';
  const own = await askAs(`localhost:${running.port}`, path, { 'x-forwarded-host': 'evil.example' });
  expect(JSON.parse(own.text)).toMatchObject({
    issuer: running.issuer,
    authorization_endpoint: `${running.issuer}oauth2/v1/authorize`,
    token_endpoint: `${running.issuer}oauth2/v1/token`,
    end_session_endpoint: `${running.issuer}oauth2/v1/logout`,
    jwks_uri: `${running.issuer}oauth2/v1/keys`,
    userinfo_endpoint: `${running.issuer}oauth2/v1/userinfo`,
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
  });
  expect(own.text).not.toContain('evil');
  for (const host of [`spring.localhost:${running.port}`, `127.0.0.1:${running.port}`, 'evil.example', 'localhost'])
    expect((await askAs(host, path)).status).toBe(404);
});

test('an issuer with https refuses http requests, and logs why', async () => {
  const secure = await startIdentity(database, { issuerProtocol: 'https' });
  const answer = await fetch(`http://localhost:${secure.port}/idp/.well-known/openid-configuration`, {
    headers: { 'x-forwarded-proto': 'https' },
  });
  expect(answer.status).toBe(400);
  expect(answer.headers.get('strict-transport-security')).toContain('max-age=');
  expect(secure.logged.some(({ level, message }) => level === 'error' && message.includes('proxy'))).toBe(true);
  await secure.close();
});
