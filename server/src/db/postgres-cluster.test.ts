import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { removeOldLogs } from './postgres-cluster.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'academy-cluster-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('the newest files of the database’s own log are kept, under any name', () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'log'));
  const names = ['postgres-Sun.log', ...[1, 2, 3, 4, 5, 6].map((day) => `postgres-2026-01-0${day}_000000.log`)];
  for (const [index, name] of names.entries()) {
    writeFileSync(join(folder, 'log', name), 'x');
    utimesSync(join(folder, 'log', name), index, index);
  }
  removeOldLogs(folder);
  expect(readdirSync(join(folder, 'log')).sort()).toEqual(names.slice(2));
});

it('the database’s own log says what failed, without the values of rows', async () => {
  const dataFolder = newFolder();
  const postgres = await startEmbeddedPostgres({ dataFolder, durable: false });
  onTestFinished(() => postgres.stop());
  const client = new Client({ connectionString: postgres.connectionString });
  await client.connect();
  await client.query('create table person (email text unique)');
  const insert = () => client.query('insert into person values ($1)', ['lena@example.org']);
  await insert();
  await expect(insert()).rejects.toThrow('person_email_key');
  await client.end();
  const folder = join(postgres.home, 'pg/log');
  const text = () =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('');
  await expect.poll(text).toContain('person_email_key');
  expect(text()).not.toContain('lena');
});
