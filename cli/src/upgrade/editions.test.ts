import { execFile } from 'node:child_process';
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { type EditionFacts, readFacts, type StoryPerson } from '@academy/bench/edition-story';
import { restoreBackup } from '@academy/server/backup/restore-backup';
import { startServer } from '@academy/server/composition/main';
import { readSettings } from '@academy/server/composition/read-settings';
import { RELEASED_EDITIONS } from '@academy/server/db/editions';
import { readMigrationFiles } from '@academy/server/db/migration-file';
import { makeTestDatabase } from '@academy/server/testing/database';
import { loadTenants } from '@academy/tenants';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../paths.ts';

const EDITIONS = join(import.meta.dirname, '../../../server/src/db/editions');

interface Dump {
  edition: string;
  lastMigration: string;
  people: StoryPerson[];
  /** By table. */
  rows: Record<string, number>;
  facts: EditionFacts;
}

const dumps = readdirSync(EDITIONS)
  .filter((file) => file.endsWith('.tar.gz'))
  .map((file) => ({
    file: join(EDITIONS, file),
    ...(JSON.parse(readFileSync(join(EDITIONS, file.replace('.tar.gz', '.json')), 'utf8')) as Dump),
  }))
  .sort((a, b) => (a.lastMigration < b.lastMigration ? -1 : 1));
/** The oldest edition shows the longest way; all of them are tried in the long run. */
const tried = process.env.ACADEMY_TEST_ALL === '1' ? dumps : dumps.slice(0, 1);

async function emptyDatabase() {
  const database = await makeTestDatabase();
  onTestFinished(() => database.close());
  await database.pool.query('drop schema public cascade');
  await database.pool.query('create schema public');
  return database;
}

// Nothing to do where it is built. Not in this process, whose NODE_ENV would make another build.
await promisify(execFile)(join(ROOT, 'academy'), ['build'], { env: { ...process.env, NODE_ENV: 'production' } });

/** Starts this edition on a database, without publishing anything. */
async function startOn(databaseUrl: string) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'academy-editions-'));
  const tenants = [...(await loadTenants()).keys()];
  const settings = readSettings({}, { dataFolder, databaseUrl, port: 0 }, tenants);
  const server = await startServer(settings, { samples: null });
  onTestFinished(async () => {
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  const { port } = server;
  return {
    port,
    issuer: `http://localhost:${port}/idp/`,
    origin: (tenantId: string) => `http://${tenantId}.localhost:${port}`,
  };
}

// Shows security#two-editions
test.each(tried)(
  'an academy of edition $edition shows everybody the same after an upgrade',
  { timeout: 180_000 },
  async (dump) => {
    const { pool, connectionString } = await emptyDatabase();
    const { migrated } = await restoreBackup(pool, createReadStream(dump.file).pipe(createGunzip()));
    const tags = readMigrationFiles().map(({ tag }) => tag);
    expect(migrated).toEqual(tags.slice(tags.indexOf(dump.lastMigration) + 1));
    for (const [table, rows] of Object.entries(dump.rows))
      expect((await pool.query(`select '${table}' as name, count(*)::int as rows from "${table}"`)).rows).toEqual([
        { name: table, rows },
      ]);
    const academy = await startOn(connectionString);
    expect(await readFacts(academy, dump.people)).toEqual(dump.facts);
  },
);

test('every released edition has a dump', () => {
  const known = dumps.map(({ edition, lastMigration }) => ({ edition, lastMigration }));
  for (const released of RELEASED_EDITIONS) expect(known).toContainEqual(released);
});
