import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { StartProblem } from '../settings/start-problem.ts';
import { connect } from './connect.ts';
import { checkServerVersion, explainDatabaseError, versionProblem } from './database-problem.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'academy-database-problem-'));
const postgres = await startEmbeddedPostgres({ dataFolder, durable: false });
afterAll(async () => {
  await postgres.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});
const socket = new URL(postgres.connectionString).searchParams.get('host') ?? '';
const at = (user: string, database = 'postgres') =>
  `postgres://${user}@localhost:5432/${database}?host=${encodeURIComponent(socket)}`;

const owner = connect(postgres.connectionString, { connections: 1 });
afterAll(() => owner.close());
await owner.pool.query(`create role locked login password 'right-password'`);
await owner.pool.query('create role reader login');
await owner.pool.query('create database others');
await owner.pool.query('revoke all on schema public from public');
const rules = join(postgres.home, 'pg/pg_hba.conf');
writeFileSync(rules, `local all locked scram-sha-256\nlocal all unwanted reject\n${readFileSync(rules, 'utf8')}`);
await owner.pool.query('select pg_reload_conf()');

/** A port where nothing listens, and one that closes every connection. */
const closing = createServer((one) => one.destroy());
await new Promise<void>((done) => closing.listen(0, '127.0.0.1', done));
afterAll(() => void closing.close());
const { port } = closing.address() as AddressInfo;
const gone = createServer();
await new Promise<void>((done) => gone.listen(0, '127.0.0.1', done));
const { port: freePort } = gone.address() as AddressInfo;
await new Promise((done) => gone.close(done));

async function problemAt(address: string): Promise<StartProblem> {
  const connection = connect(address, { connections: 1 });
  try {
    await checkServerVersion(connection.pool);
    await migrate(connection.pool);
  } catch (error) {
    const problem = explainDatabaseError(error, address);
    if (problem instanceof StartProblem) return problem;
    throw error;
  } finally {
    await connection.close();
  }
  throw new Error('the database can be used');
}

it.each([
  ['an unknown host', 'postgres://ann:hunter2@nowhere.invalid/x', 'the host nowhere.invalid is not known'],
  ['a closed port', `postgres://ann:hunter2@127.0.0.1:${freePort}/x`, `nothing listens at 127.0.0.1:${freePort}`],
  ['another kind of server', `postgres://ann:hunter2@127.0.0.1:${port}/x`, `127.0.0.1:${port} closes the connection`],
  ['a socket that is not there', 'postgres://ann@localhost/x?host=/nowhere', 'nothing listens at /nowhere'],
  ['a wrong password', at('locked:hunter2'), 'the password of user locked is refused'],
  ['no password', at('locked'), 'user locked needs a password'],
  ['a user who may not come in', at('unwanted:hunter2'), 'does not let user unwanted in'],
  ['an unknown user', at('nobody-knows:hunter2'), 'does not let user nobody-knows in'],
  ['a missing database', at('academy', 'missing'), 'the database missing does not exist'],
  ['a user without rights', at('reader'), 'user reader may not create tables in the database postgres'],
])('explains %s without the password', async (_what, address, words) => {
  const problem = await problemAt(address);
  expect(problem.message).toMatch(/^DATABASE_URL cannot be used: /);
  expect(problem.message).toContain(words);
  expect(problem.nextStep).not.toBe('');
  expect(`${problem.message} ${problem.nextStep}`).not.toContain('hunter2');
});

it('refuses a PostgreSQL that is too old', () => {
  const message = expect.stringContaining('runs PostgreSQL 13, and the academy needs 14 or newer');
  expect(versionProblem(130_022)).toMatchObject({ message });
  expect(versionProblem(140_000)).toBeNull();
  expect(versionProblem(180_001)).toBeNull();
});

it('lets every other error pass', () => {
  const error = new Error('something else');
  expect(explainDatabaseError(error, 'postgres://db/x')).toBe(error);
});
