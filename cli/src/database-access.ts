import type { Settings } from '@academy/server/composition/settings';
import { type Connection, connect } from '@academy/server/db/connect';
import { explainDatabaseError } from '@academy/server/db/database-problem';
import { findRunningPostgres, hasPostgres, startEmbeddedPostgres } from '@academy/server/db/embedded-postgres';
import { migrate } from '@academy/server/db/migrate';
import { StartProblem } from '@academy/server/settings/start-problem';
import { CommandProblem, EXIT } from './command.ts';

/** Most connections of a command; moving files uses several. */
const CONNECTIONS = 6;

/**
 * Runs some work on the academy's database, beside a running server or without one: through DATABASE_DIRECT_URL or
 * DATABASE_URL, the socket of the database that runs in the data folder, or a database started only for this.
 *
 * @param options `isMigrated: false` leaves the tables as they are, also those of an older edition
 * @throws CommandProblem (3) when the database cannot be reached
 */
export async function withDatabase<T>(
  settings: Settings,
  work: (connection: Connection) => Promise<T>,
  { isMigrated = true }: { isMigrated?: boolean } = {},
): Promise<T> {
  const server = serverOf(settings);
  if (server !== null) return useDatabase(server.address, work, { isMigrated, onUnusable: server.refuse });
  const running = findRunningPostgres(settings.dataFolder);
  if (running !== null) return useDatabase(running, work, { isMigrated });
  // A folder without one belongs to an academy on a PostgreSQL server, whose settings are missing here.
  if (!hasPostgres(settings.dataFolder)) {
    throw new CommandProblem(
      EXIT.unreachable,
      `There is no academy in ${settings.dataFolder}.`,
      'Start it once with "./academy start", name its folder with --data, or set DATABASE_URL as its servers have it.',
    );
  }
  const postgres = await startEmbeddedPostgres({ dataFolder: settings.dataFolder, source: settings.postgres });
  try {
    return await useDatabase(postgres.connectionString, work, { isMigrated });
  } finally {
    await postgres.stop();
  }
}

/**
 * Runs some work on a database that is still to be filled: DATABASE_URL, or one that is made in the data folder. Nothing
 * is migrated before.
 *
 * @throws CommandProblem (3) when the database cannot be reached, (1) when an academy runs in the data folder
 */
export async function withEmptyDatabase<T>(
  settings: Settings,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { dataFolder } = settings;
  const server = serverOf(settings);
  if (server !== null) return useDatabase(server.address, work, { isMigrated: false, onUnusable: server.refuse });
  if (findRunningPostgres(dataFolder) !== null)
    throw new CommandProblem(
      EXIT.failed,
      `An academy runs in ${dataFolder}.`,
      'Stop it, and name a folder without a database with --data.',
    );
  const postgres = await startEmbeddedPostgres({ dataFolder, source: settings.postgres });
  try {
    return await useDatabase(postgres.connectionString, work, { isMigrated: false });
  } finally {
    await postgres.stop();
  }
}

async function useDatabase<T>(
  address: string,
  work: (connection: Connection) => Promise<T>,
  {
    isMigrated = true,
    onUnusable = (error: unknown): never => {
      throw error;
    },
  } = {},
): Promise<T> {
  const connection = connect(address, { connections: CONNECTIONS });
  try {
    if (isMigrated) await migrate(connection.pool).catch(onUnusable);
    else await connection.pool.query('select 1').catch(onUnusable);
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** The PostgreSQL server of the settings, not through a pooler: commands migrate, and copy for minutes. */
function serverOf({ databaseUrl, databaseDirectUrl }: Settings) {
  const address = databaseDirectUrl ?? databaseUrl;
  if (address === null) return null;
  const setting = databaseDirectUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  return { address, refuse: (error: unknown): never => refuse(error, address, setting) };
}

function refuse(error: unknown, address: string, setting: string): never {
  const problem = explainDatabaseError(error, address, setting);
  throw problem instanceof StartProblem && problem !== error
    ? new CommandProblem(EXIT.unreachable, problem.message, problem.nextStep)
    : error;
}
