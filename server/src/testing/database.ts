import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Connection, connect } from '../db/connect.ts';
import { afterFile } from './after-file.ts';
import { run, withDatabase } from './database-global-setup.ts';
import { starting } from './file-cost.ts';

export interface TestDatabase extends Connection {
  /** For code under test that opens its own connections. */
  connectionString: string;
}

/**
 * A new, migrated, empty database for one test file, on the PostgreSQL of this run. It is closed and dropped after
 * the file's last test.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const database = await makeTestDatabase();
  afterFile(() => database.close());
  return database;
}

/** The same for the middle of a test; the caller closes it, which drops it. */
export async function makeTestDatabase(): Promise<TestDatabase> {
  const server = inject('testDatabaseServer');
  const name = `${server.prefix}_${randomBytes(6).toString('hex')}`;
  await starting(() => run(server.connectionString, `create database ${name} template ${server.template}`));
  const connectionString = withDatabase(server.connectionString, name);
  const connection = connect(connectionString, { connections: 8 });
  return {
    ...connection,
    connectionString,
    async close() {
      await connection.close();
      await run(server.connectionString, `drop database ${name} with (force)`);
    },
  };
}
