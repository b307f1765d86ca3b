import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase } from '@academy/server/testing/database';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../testing/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'academy-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { connectionString, pool } = await testDatabase();

const doctor = (env: Record<string, string> = {}, more: readonly string[] = []) =>
  runCommand(folder, ['doctor', '--data', folder, ...more], { env: { DATABASE_URL: connectionString, ...env } });
const PROD = {
  ACADEMY_ENVIRONMENT: 'prod',
  ACADEMY_IDENTITY: 'embedded',
  ACADEMY_ISSUER: 'https://spring.example.org/idp/',
  ACADEMY_KEY_SECRET: 'a secret that is long enough for anybody',
  ACADEMY_MAIL_FROM: 'academy@example.org',
};

test('a sound academy is told to be well, line by line', async () => {
  const { code, out } = await doctor();
  expect(code).toBe(0);
  expect(out).toMatch(/^ok {6} Settings: Right, for the environment "local"\.$/m);
  expect(out).toMatch(/^ok {6} Database: PostgreSQL [\d.]+.* answers in \d+ ms\.$/m);
  expect(out).toContain('Its tables are those of this edition.');
  expect(out).not.toMatch(/^(?:warning|wrong)/m);
});

test('a database that does not answer is wrong, and says what to do', async () => {
  const { code, out } = await doctor({ DATABASE_URL: 'postgres://academy@127.0.0.1:1/academy' });
  expect(code).toBe(1);
  expect(out).toMatch(/^wrong {4}Database: .*nothing listens at 127\.0\.0\.1:1/m);
  expect(out).toMatch(/^ {9}Next: Start PostgreSQL there/m);
  expect(out).not.toContain('academy@127');
});

test('tables of an older edition are named before a start changes them', async () => {
  const { rows } = await pool.query<{ tag: string }>(
    'select tag from academy_migration order by position desc limit 1',
  );
  await pool.query('create table kept as select * from academy_migration');
  await pool.query('delete from academy_migration where tag = $1', [rows[0]?.tag]);
  const { code, out } = await doctor();
  await pool.query('truncate academy_migration');
  await pool.query('insert into academy_migration select * from kept');
  await pool.query('drop table kept');
  expect(code).toBe(0);
  expect(out).toContain(`The next start brings it up to date: ${rows[0]?.tag}.`);
  expect(out).toContain('./academy backup');
});

test('an empty database is one whose tables the first start makes', async () => {
  const empty = await testDatabase();
  await empty.pool.query('drop schema public cascade');
  await empty.pool.query('create schema public');
  const { out } = await doctor({ DATABASE_URL: empty.connectionString });
  expect(out).toContain('It holds no academy yet: the first start makes its tables.');
  expect(out).not.toContain('./academy backup');
});

test('indexes that were left out are named with the statements that make them', async () => {
  const own = await testDatabase();
  await own.pool.query('drop extension pg_trgm cascade');
  const { code, out } = await doctor({ DATABASE_URL: own.connectionString });
  expect(code).toBe(0);
  expect(out).toMatch(/^warning {2}Database: Searches for people and certificates read whole tables/m);
  expect(out).toContain('create extension if not exists pg_trgm; create index concurrently person_search on person');
});

test('a mail server that is away, and proxies that are not named, are found', async () => {
  const origins = 'spring=http://spring.localhost:1,kube=http://kube.localhost:1,tanzu=http://tanzu.localhost:1';
  const { code, out } = await doctor({
    ...PROD,
    ACADEMY_TENANT_ORIGINS: origins,
    ACADEMY_SMTP_URL: 'smtp://127.0.0.1:1',
  });
  expect(code).toBe(1);
  expect(out).toMatch(/^wrong {4}Mail: 127\.0\.0\.1:1: .*ECONNREFUSED/m);
  expect(out).toMatch(/^warning {2}Settings: No reverse proxy is trusted/m);
  expect(out).toMatch(/^warning {2}Addresses: http:\/\/spring\.localhost:1 does not answer\.$/m);
});

test('a provider that says no addresses of people is found', async () => {
  const own = await testDatabase();
  const issuer = 'http://localhost:1/school';
  const external = {
    ...{ DATABASE_URL: own.connectionString, ACADEMY_IDENTITY: 'external', ACADEMY_ISSUER: issuer },
    ...{ ACADEMY_AUDIENCE: 'academy', ACADEMY_DISCOVERY: 'off' },
  };
  const add = (subject: string, email: string) =>
    own.pool.query('insert into person (issuer, subject, email) values ($1, $2, $3)', [issuer, subject, email]);
  await add('ada', 'ada@example.org');
  expect((await doctor(external)).out).not.toContain('userinfo');
  await add('ben', '');
  const { code, out } = await doctor(external);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^warning {2}Sign-in: 1 of 2 people of this provider have no e-mail address: .* userinfo endpoint/m,
  );
  expect(out).toContain('docs/how-to/external-sign-in.md says how for Entra ID, Keycloak, Okta and Google.');
});

test('an address that speaks no TLS is found', async () => {
  const plain = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void plain.close());
  const { port } = plain.address() as AddressInfo;
  const origin = `https://127.0.0.1:${port}`;
  const { code, out } = await doctor({
    ...PROD,
    ACADEMY_TENANT_ORIGINS: ['spring', 'kube', 'tanzu'].map((id) => `${id}=${origin}`).join(','),
    ACADEMY_SMTP_URL: 'smtp://127.0.0.1:1',
  });
  expect(code).toBe(1);
  expect(out).toMatch(new RegExp(`^wrong {4}Addresses: ${origin}: `, 'm'));
});

test('a key secret that opens no signing key is found', async () => {
  const own = await testDatabase();
  const env = (secret: string) => ({ DATABASE_URL: own.connectionString, ACADEMY_KEY_SECRET: secret });
  const right = env('a secret that is long enough for anybody');
  await runCommand(folder, ['keys', 'rotate', '--data', folder], { env: right });
  expect((await doctor(right)).out).toContain('The key secret opens the signing keys.');
  const { code, out } = await doctor(env('another secret that is long enough'));
  expect(code).toBe(1);
  expect(out).toMatch(/^wrong {4}Sign-in: The signing key .*\n {9}Next: Set ACADEMY_KEY_SECRET/m);
});

test('a database that takes no writes, and tables of another user, are found', async () => {
  const own = await testDatabase();
  const address = new URL(own.connectionString);
  address.searchParams.set('options', '-c default_transaction_read_only=on');
  const readOnly = await doctor({ DATABASE_URL: address.href });
  expect(readOnly.code).toBe(1);
  expect(readOnly.out).toMatch(/^wrong {4}Database: The database takes no writes from this user/m);

  const user = `doctor_${process.pid}`;
  await own.pool.query(`create role ${user} login; grant select on all tables in schema public to ${user}`);
  onTestFinished(async () => {
    await own.pool.query(`drop owned by ${user}; drop role ${user}`);
  });
  address.searchParams.delete('options');
  address.username = user;
  const foreign = await doctor({ DATABASE_URL: address.href });
  expect(foreign.code).toBe(1);
  expect(foreign.out).toMatch(/^wrong {4}Database: Tables belong to another user than .*academy_migration/m);
});

test('an address whose proxy reaches no server, and a log-in elsewhere, are found', async () => {
  const proxy = createHttpServer((request, response) => {
    response.statusCode = request.url === '/health/live' ? 502 : 404;
    response.end();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const { port } = proxy.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  const { code, out } = await doctor({
    ...PROD,
    ACADEMY_ISSUER: `${origin}/idp/`,
    ACADEMY_TENANT_ORIGINS: ['spring', 'kube', 'tanzu'].map((id) => `${id}=${origin}`).join(','),
    ACADEMY_SMTP_URL: 'smtp://127.0.0.1:1',
  });
  expect(code).toBe(1);
  expect(out).toMatch(/^warning {2}Addresses: .*\/health\/live answers 502: the proxy reaches no server\.$/m);
  expect(out).toMatch(/^wrong {4}Addresses: .*openid-configuration answers 404, as no academy does\.$/m);
});

test('programs get the same as JSON', async () => {
  const { out } = await doctor({}, ['--json']);
  const found = JSON.parse(out) as { name: string; state: string }[];
  expect(new Set(found.map(({ name }) => name)).size).toBe(9);
  expect(found.every(({ state }) => state === 'well')).toBe(true);
});
