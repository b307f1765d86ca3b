import { existsSync } from 'node:fs';
import { type Connection, connect } from '@academy/server/db/connect';
import { findRunningPostgres, startEmbeddedPostgres } from '@academy/server/db/embedded-postgres';
import { migrate } from '@academy/server/db/migrate';
import type { Settings } from '@academy/server/settings';
import { CommandProblem, EXIT } from './command.ts';

/**
 * Runs some work on the academy's database, beside a running server or without one: through DATABASE_URL, the socket of
 * the database that runs in the data folder, or a database started for this work alone.
 *
 * @throws CommandProblem (3) when the database cannot be reached
 */
export async function withDatabase<T>(settings: Settings, work: (connection: Connection) => Promise<T>): Promise<T> {
  const running = settings.databaseUrl ?? findRunningPostgres(settings.dataFolder);
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

async function useDatabase<T>(address: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = connect(address, { connections: 2 });
  try {
    await migrate(connection.pool).catch(refuseUnreachable);
    return await work(connection);
  } finally {
    await connection.close();
  }
}

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN']);
/** PostgreSQL's own refusals: wrong password, unknown role, unknown database. */
const REFUSED = new Set(['28P01', '28000', '3D000']);

function refuseUnreachable(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (UNREACHABLE.has(code) || (error instanceof Error && /timeout/i.test(error.message))) {
    throw new CommandProblem(
      EXIT.unreachable,
      'The database cannot be reached.',
      'Check DATABASE_URL and the server behind it.',
    );
  }
  if (REFUSED.has(code)) {
    throw new CommandProblem(
      EXIT.unreachable,
      'The database refuses the connection.',
      'Check user, password and name in DATABASE_URL.',
    );
  }
  throw error;
}
