import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase } from '@academy/server/testing/database';
import { startPgbouncer } from '@academy/server/testing/pgbouncer.fixture';
import { findProgram } from '@academy/server/testing/program.fixture';
import { afterAll, describe, expect, test } from 'vitest';
import { runCommand } from '../testing/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'academy-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { connectionString, pool } = await testDatabase();
const other = await testDatabase();
const pgbouncer = findProgram('pgbouncer');

const doctor = (env: Record<string, string>) =>
  runCommand(folder, ['doctor', '--data', folder], { env: { DATABASE_URL: connectionString, ...env } });

test('a replica that is none, and one that does not answer, are named', async () => {
  const urls = `${connectionString},postgres://academy@127.0.0.1:1/academy`;
  const { code, out } = await doctor({ DATABASE_REPLICA_URLS: urls });
  expect(code).toBe(0);
  expect(out).toMatch(/^warning {2}Replicas: .* is no replica: it takes writes\.$/m);
  expect(out).toMatch(
    /^warning {2}Replicas: DATABASE_REPLICA_URLS cannot be used: nothing listens at 127\.0\.0\.1:1\.$/m,
  );
});

test('a Redis that does not answer is named, without its password', async () => {
  const { code, out } = await doctor({ REDIS_URL: 'redis://:hunter2@127.0.0.1:1' });
  expect(code).toBe(0);
  expect(out).toMatch(/^warning {2}Redis: 127\.0\.0\.1:1: .*ECONNREFUSED.* Each server counts calls for itself\.$/m);
  expect(out).not.toContain('hunter2');
});

test('a direct address that leads elsewhere is wrong', async () => {
  const { code, out } = await doctor({ DATABASE_DIRECT_URL: other.connectionString });
  expect(code).toBe(1);
  expect(out).toContain('DATABASE_DIRECT_URL leads to another database than DATABASE_URL.');
});

describe.skipIf(pgbouncer === null)('a pooler in transaction mode', () => {
  test('without a direct address, and without limits of statements, is found', async () => {
    const ignored = { ignore_startup_parameters: 'statement_timeout,idle_in_transaction_session_timeout,options' };
    const lenient = await startPgbouncer(pgbouncer ?? '', connectionString, ignored);
    const alone = await doctor({ DATABASE_URL: lenient.connectionString });
    expect(alone.out).toMatch(/^warning {2}Database: DATABASE_URL leads to a connection pooler/m);

    const strict = await startPgbouncer(pgbouncer ?? '', connectionString);
    const refused = await doctor({ DATABASE_URL: strict.connectionString });
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('a connection pooler answers')]);

    const both = { DATABASE_URL: strict.connectionString, DATABASE_DIRECT_URL: connectionString };
    const unlimited = await doctor(both);
    expect([unlimited.code, unlimited.out]).toEqual([0, expect.stringContaining('have no time limit')]);
    const { rows } = await pool.query<{ name: string }>('select current_database() as name');
    await pool.query(`alter role academy in database ${rows[0]?.name} set statement_timeout = '15s'`);
    const fresh = await startPgbouncer(pgbouncer ?? '', connectionString);
    const sound = await doctor({ ...both, DATABASE_URL: fresh.connectionString });
    expect(sound.out).toContain('leads to the same database, past the pooler.');
    expect(sound.out).not.toMatch(/^(?:warning|wrong)/m);
  });
});
