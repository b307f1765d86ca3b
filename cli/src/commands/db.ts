import { restoreBackup } from '@academy/server/backup/restore-backup';
import { writeBackup } from '@academy/server/backup/write-backup';
import { readSettings } from '@academy/server/composition/read-settings';
import type { Connection } from '@academy/server/db/connect';
import { findRunningPostgres } from '@academy/server/db/embedded-postgres';
import { migrate } from '@academy/server/db/migrate';
import packageJson from '../../package.json' with { type: 'json' };
import { CommandProblem, defineCommand, EXIT, usageProblem } from '../command.ts';
import { withDatabase, withEmptyDatabase } from '../database-access.ts';
import { dataFolderOf } from '../paths.ts';

export const dbMove = defineCommand({
  name: 'db move',
  summary: 'Move everything between the embedded database and the server of DATABASE_URL.',
  details: [
    'Set DATABASE_URL, stop the academy, and name the direction: --to server fills the server from the data folder, --to',
    'folder the data folder from the server. The target must be empty; the source stays as it is. Every row is read again',
    'at the target, and nothing is kept there when one differs.',
  ],
  options: {
    to: { type: 'string', value: '<server|folder>', about: 'Where everything goes' },
    data: {
      type: 'string',
      value: '<folder>',
      about: 'Data folder with the embedded database (default .academy in the repository)',
    },
    json: { type: 'boolean', about: 'Print JSON' },
  },
  async run({ to, data, json }, terminal) {
    if (to !== 'server' && to !== 'folder') throw usageProblem('--to must be "server" or "folder".', 'db move');
    const server = readSettings(terminal.env, { dataFolder: dataFolderOf(data, terminal) });
    if (server.databaseUrl === null)
      throw new CommandProblem(
        EXIT.usage,
        'DATABASE_URL is not set.',
        'Set it to the address of the PostgreSQL server.',
      );
    const folder = { ...server, databaseUrl: null, databaseDirectUrl: null };
    if (findRunningPostgres(folder.dataFolder) !== null) throw running(`in ${folder.dataFolder}`);
    const [source, target] = to === 'server' ? [folder, server] : [server, folder];
    const done = await withDatabase(
      source,
      async ({ pool }) => {
        if (await isServed(pool)) throw running('on the database of DATABASE_URL');
        return withEmptyDatabase(target, async (empty) => {
          const { archive } = writeBackup(pool, packageJson.version);
          return restoreBackup(empty.pool, archive, {
            onTable: (name, rows) => rows > 0 && terminal.err(`${name}: ${rows.toLocaleString('en')}`),
          });
        });
      },
      { isMigrated: false },
    );
    const rows = Object.values(done.sums).reduce((all, { count }) => all + count, 0);
    if (json === true) terminal.out(JSON.stringify({ to, rows, tables: done.head.tables.length }));
    else
      terminal.out(
        `Moved and compared: ${rows.toLocaleString('en')} rows in ${done.head.tables.length} tables. ` +
          (to === 'server' ? 'Start the academy with DATABASE_URL.' : 'Start the academy without DATABASE_URL.'),
      );
    return EXIT.ok;
  },
});

export const dbMigrate = defineCommand({
  name: 'db migrate',
  summary: 'Bring the tables of the database up to date, and end.',
  details: [
    'Servers do the same when they start, one of them at a time. Run it before a new edition starts, where the start of a',
    'server has a time limit. Servers of the former edition may go on meanwhile.',
  ],
  options: {
    data: {
      type: 'string',
      value: '<folder>',
      about: 'Data folder with the embedded database (default .academy in the repository)',
    },
    json: { type: 'boolean', about: 'Print JSON' },
  },
  async run({ data, json }, terminal) {
    const settings = readSettings(terminal.env, { dataFolder: dataFolderOf(data, terminal) });
    const applied = await withDatabase(settings, ({ pool }) => migrate(pool), { isMigrated: false });
    if (json === true) terminal.out(JSON.stringify({ applied }));
    else if (applied.length === 0) terminal.out('The database is up to date.');
    else terminal.out(`Brought up to date: ${applied.join(', ')}.`);
    return EXIT.ok;
  },
});

/** Whether another program of the academy is connected: what it writes during the move would be lost. */
async function isServed(pool: Connection['pool']): Promise<boolean> {
  const { rows } = await pool.query<{ served: boolean }>(
    `select exists (
       select from pg_stat_activity
       where datname = current_database() and application_name = 'academy' and pid <> pg_backend_pid()
     ) as served`,
  );
  return rows[0]?.served === true;
}

const running = (where: string) =>
  new CommandProblem(
    EXIT.failed,
    `An academy runs ${where}.`,
    'Stop it first: what it writes meanwhile would be lost.',
  );
