import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { connect } from '../db/connect.ts';
import { readFolderOwner } from '../db/data-folder-lock.ts';
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testDatabaseServer: TestDatabaseServer;
  }
}

/** Where test files create their databases. */
export interface TestDatabaseServer {
  /** Address of the server, any database. */
  connectionString: string;
  /** Prefix of every database of this run. */
  prefix: string;
  /** Migrated and empty; no connection to it may stay open. */
  template: string;
}

const FOLDER_PREFIX = 'academy-test-';

/**
 * One PostgreSQL for the whole run, in a folder that is deleted with it, or the server of ACADEMY_TEST_DATABASE_URL.
 * Vitest calls this once, before the first test file that needs a database.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftOvers();
  const given = process.env.ACADEMY_TEST_DATABASE_URL;
  const folder = given ? null : mkdtempSync(join(tmpdir(), FOLDER_PREFIX));
  const postgres = folder ? await startEmbeddedPostgres({ dataFolder: folder, durable: false }) : null;
  const connectionString = given ?? postgres?.connectionString ?? '';
  const prefix = `test_${process.pid}_${Date.now().toString(36)}`;
  const template = `${prefix}_template`;
  await run(connectionString, `create database ${template}`);
  const connection = connect(withDatabase(connectionString, template), { connections: 1 });
  await migrate(connection.pool);
  await connection.close();
  project.provide('testDatabaseServer', { connectionString, prefix, template });

  return async () => {
    if (postgres && folder) {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
      return;
    }
    const client = new Client({ connectionString });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`);
    await client.end();
  };
}

/** The same server, another database. */
export function withDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs one statement outside of any pool. */
export async function run(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A run that was killed leaves its PostgreSQL and folder behind: both are removed before the next one begins. */
async function removeLeftOvers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const folder = join(tmpdir(), name);
    try {
      // Without a database in it the folder is either new or empty.
      if (readFolderOwner(folder) || !readdirSync(folder).includes('pg')) continue;
      await (await startEmbeddedPostgres({ dataFolder: folder, durable: false })).stop();
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another run is removing it, or it belongs to another user.
    }
  }
}
