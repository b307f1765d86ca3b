import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { afterFile } from '../testing/after-file.ts';
import { discover, discoveryAddress } from './discovery.ts';
import { profileOf, STANDARD_CLAIMS, userinfo } from './provider-claims.ts';
import { ProviderUnreachable, providerKeys } from './provider-keys.ts';

/** A web server with the given listener. @returns its origin */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let document: unknown;
let asked = '';
const issuer = await serve((request, response) => {
  asked = request.url ?? '';
  response.end(typeof document === 'string' ? document : JSON.stringify(document));
});
const good = () => ({
  issuer,
  authorization_endpoint: `${issuer}/a`,
  token_endpoint: `${issuer}/t`,
  jwks_uri: `${issuer}/k`,
});

test('discovery is requested below the issuer, with or without a trailing slash', async () => {
  for (const [given, address] of [
    ['https://id.example.org', 'https://id.example.org/.well-known/openid-configuration'],
    ['https://id.example.org/', 'https://id.example.org/.well-known/openid-configuration'],
    ['https://id.example.org/realms/x', 'https://id.example.org/realms/x/.well-known/openid-configuration'],
  ] as const)
    expect(discoveryAddress(given)).toBe(address);
  document = { ...good(), issuer: `${issuer}/` };
  expect(await discover(`${issuer}/`)).toMatchObject({ token: `${issuer}/t` });
  expect(asked).toBe('/.well-known/openid-configuration');
});

test('settings win over discovery, and missing endpoints stay null', async () => {
  document = { ...good(), end_session_endpoint: `${issuer}/e`, userinfo_endpoint: `${issuer}/u` };
  expect(await discover(issuer)).toEqual({
    authorize: `${issuer}/a`,
    token: `${issuer}/t`,
    logout: `${issuer}/e`,
    register: false,
    keys: `${issuer}/k`,
    userinfo: `${issuer}/u`,
  });
  const given = { token: 'https://other.example/t', logout: null, userinfo: null, keys: 'https://other.example/k' };
  expect(await discover(issuer, given)).toEqual({ ...given, authorize: `${issuer}/a`, register: false });
  document = { ...good(), prompt_values_supported: ['none', 'create'] };
  expect(await discover(issuer)).toMatchObject({ logout: null, userinfo: null, register: true });
});

test('a document of another issuer, even by a slash, is refused', async () => {
  for (const other of [`${issuer}/`, issuer.toUpperCase(), 'https://evil.example', '', null, undefined, 3]) {
    document = { ...good(), issuer: other };
    await expect(discover(issuer)).rejects.toThrow('letter by letter');
  }
});

// Shows security#outgoing-hosts
test('a document cannot send the server to another host; the setting can', async () => {
  document = { ...good(), jwks_uri: 'https://keys.example/k' };
  await expect(discover(issuer)).rejects.toThrow('ACADEMY_KEYS_URL');
  expect(await discover(issuer, { keys: 'https://keys.example/k' })).toMatchObject({ keys: 'https://keys.example/k' });
  document = { ...good(), userinfo_endpoint: 'http://169.254.169.254/latest' };
  await expect(discover(issuer)).rejects.toThrow('no https:// address');
  document = { ...good(), userinfo_endpoint: 'https://metadata.example/latest' };
  await expect(discover(issuer)).rejects.toThrow('ACADEMY_USERINFO_URL');
});

test.each<[string, unknown, string]>([
  ['is no JSON', '<html>', 'not JSON'],
  ['is a list', [], 'no object'],
  ['is null', null, 'no object'],
  ['is endless', `"${'x'.repeat(300_000)}"`, 'more than'],
  [
    'lacks the token endpoint',
    { issuer, authorization_endpoint: `${issuer}/a`, jwks_uri: `${issuer}/k` },
    'ACADEMY_TOKEN_URL',
  ],
  ['goes over plain http', { ...good(), token_endpoint: 'http://id.example.org/t' }, 'no https:// address'],
  ['names a script', { ...good(), authorization_endpoint: 'javascript:alert(1)' }, 'no https:// address'],
  ['names a number', { ...good(), token_endpoint: 1 }, 'no https:// address'],
])('a document that %s is refused', async (_what, value, problem) => {
  document = value;
  await expect(discover(issuer)).rejects.toThrow(problem);
});

test('redirects are not followed, and errors are reported', async () => {
  const elsewhere = await serve((_request, response) => response.writeHead(302, { location: `${issuer}/x` }).end());
  asked = '';
  await expect(discover(elsewhere)).rejects.toThrow('redirects are not followed');
  expect(asked).toBe('');
  const broken = await serve((_request, response) => response.writeHead(500).end('no'));
  await expect(discover(broken)).rejects.toThrow('answered 500');
  await expect(discover('http://127.0.0.1:1')).rejects.toThrow('cannot be reached');
});

// Shows security#bearers
test('known keys stay valid while the provider is unreachable', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' };
  let [requests, status, clock] = [0, 200, 1_000_000];
  const origin = await serve((_request, response) => {
    requests += 1;
    response.writeHead(status).end(JSON.stringify({ keys: [jwk] }));
  });
  let address: string | null = null;
  const keys = providerKeys(
    () => address,
    () => clock,
  );
  const jws = async (kid: string) => {
    const token = await new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
    const [head = '', payload = '', signature = ''] = token.split('.');
    return [
      { alg: 'ES256', kid },
      { protected: head, payload, signature },
    ] as const;
  };
  await expect(keys(...(await jws('k1')))).rejects.toThrow(ProviderUnreachable);
  address = `${origin}/k`;
  status = 503;
  for (let i = 0; i < 20; i += 1) await expect(keys(...(await jws('k1')))).rejects.toThrow(ProviderUnreachable);
  expect(requests).toBe(1);
  status = 200;
  clock += 6_000;
  expect(await keys(...(await jws('k1')))).toBeDefined();
  for (let i = 0; i < 20; i += 1)
    await expect(keys(...(await jws(`made up ${i}`)))).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
  expect(requests).toBe(2);
  status = 503;
  clock += 700_000;
  for (let i = 0; i < 5; i += 1) expect(await keys(...(await jws('k1')))).toBeDefined();
  await expect.poll(() => requests).toBe(3);
  expect(await keys(...(await jws('k1')))).toBeDefined();
});

test('claims become single lines, and only true verifies an address', () => {
  const names = { ...STANDARD_CLAIMS, email: 'mail', name: 'display' };
  expect(
    profileOf({ mail: ' Ada@Example.ORG ', display: 'Ada  King\r\nLovelace', email_verified: 'true' }, names),
  ).toEqual({
    email: 'ada@example.org',
    emailVerified: true,
    firstName: 'Ada King',
    lastName: 'Lovelace',
  });
  expect(profileOf({ given_name: 'Ada', name: 'Somebody Else' })).toMatchObject({ firstName: 'Ada', lastName: '' });
  expect(profileOf({ name: 'Plato' })).toMatchObject({ firstName: 'Plato', lastName: '' });
  for (const value of ['yes', 1, 'false', null, undefined, {}, ['true']])
    expect(profileOf({ email: 'a@example.org', email_verified: value }).emailVerified).toBe(false);
  expect(profileOf({ email: ['a@example.org'], given_name: 5, family_name: {}, name: null })).toEqual({
    email: '',
    emailVerified: false,
    firstName: '',
    lastName: '',
  });
  expect(profileOf({}, { ...STANDARD_CLAIMS, email: 'constructor', name: '__proto__' }).email).toBe('');
  expect(profileOf({ given_name: 'x'.repeat(5_000) }).firstName).toHaveLength(254);
});

test('userinfo about another subject is ignored and not retried at once', async () => {
  let answer: unknown = { sub: 'somebody else', email: 'admin@example.org', email_verified: true };
  let requests = 0;
  const origin = await serve((_request, response) => {
    requests += 1;
    response.end(JSON.stringify(answer));
  });
  let clock = Date.now();
  const warned: object[] = [];
  const log = { warn: (values: object) => void warned.push(values) };
  const ask = userinfo(() => `${origin}/u`, { names: STANDARD_CLAIMS, log, now: () => clock });
  expect(await ask('token', 'ada')).toBeNull();
  expect(await ask('token', 'ada')).toBeNull();
  expect(requests).toBe(1);
  expect(JSON.stringify(warned)).not.toContain('token');
  answer = { sub: 'ada', email: 'ada@example.org' };
  clock += 31_000;
  expect(await ask('token', 'ada')).toMatchObject({ email: 'ada@example.org', emailVerified: false });
  clock += 599_000;
  await ask('token', 'ada');
  expect(requests).toBe(2);
  expect(await userinfo(() => null, { names: STANDARD_CLAIMS, log })('token', 'ada')).toBeNull();
});
