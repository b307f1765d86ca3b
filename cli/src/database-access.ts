import { existsSync } from 'node:fs';
import { type Connection, connect } from '@academy/server/db/connect';
import { explainDatabaseError } from '@academy/server/db/database-problem';
import { findRunningPostgres, startEmbeddedPostgres } from '@academy/server/db/embedded-postgres';
import { migrate } from '@academy/server/db/migrate';
import type { Settings } from '@academy/server/settings/settings';
import { StartProblem } from '@academy/server/settings/start-problem';
import { CommandProblem, EXIT } from './command.ts';

/**
 * Runs some work on the academy's database, beside a running server or without one: through DATABASE_URL, the socket of
 * the database that runs in the data folder, or a database started only for this.
 *
 * @throws CommandProblem (3) when the database cannot be reached
 */
export async function withDatabase<T>(settings: Settings, work: (connection: Connection) => Promise<T>): Promise<T> {
  const { databaseUrl } = settings;
  if (databaseUrl !== null) return useDatabase(databaseUrl, work, (error) => refuse(error, databaseUrl));
  const running = findRunningPostgres(settings.dataFolder);
  if (running !== null) return useDatabase(running, work);
  if (!existsSync(settings.dataFolder)) {
    throw new CommandProblem(
      EXIT.unreachable,
      `There is no academy in ${settings.dataFolder}.`,
      'Start it once with "./academy start", or name its folder with --data.',
    );
  }
  const postgres = await startEmbeddedPostgres({ dataFolder: settings.dataFolder, source: settings.postgres });
  try {
    return await useDatabase(postgres.connectionString, work);
  } finally {
    await postgres.stop();
  }
}

async function useDatabase<T>(
  address: string,
  work: (connection: Connection) => Promise<T>,
  onUnusable: (error: unknown) => never = (error) => {
    throw error;
  },
): Promise<T> {
  const connection = connect(address, { connections: 2 });
  try {
    await migrate(connection.pool).catch(onUnusable);
    return await work(connection);
  } finally {
    await connection.close();
  }
}

function refuse(error: unknown, address: string): never {
  const problem = explainDatabaseError(error, address);
  throw problem instanceof StartProblem && problem !== error
    ? new CommandProblem(EXIT.unreachable, problem.message, problem.nextStep)
    : error;
}
