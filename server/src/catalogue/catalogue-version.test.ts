import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { CatalogueVersions } from './catalogue-version.ts';

const { db, pool } = await testDatabase();
const ignore = () => undefined;
const [here, there] = [new CatalogueVersions(pool, ignore), new CatalogueVersions(pool, ignore)];

beforeAll(() => Promise.all([here.start(), there.start()]));
afterAll(() => Promise.all([here.close(), there.close()]));

async function bump(changed: 'content' | 'alerts'): Promise<void> {
  const invalidate = await db.transaction((tx) => here.bump(tx, 'spring', changed));
  await invalidate();
}

/** Versions that both servers have once the notification has arrived. */
async function known(version: number) {
  await vi.waitFor(() => expect(there.of('spring')).toBe(version));
  return [here, there].map((server) => [server.of('spring'), server.ofContent('spring')]);
}

test('every change bumps the page version, and only content the content version', async () => {
  await bump('content');
  expect(await known(1)).toEqual([
    [1, 1],
    [1, 1],
  ]);
  await bump('alerts');
  await bump('alerts');
  expect(await known(3)).toEqual([
    [3, 1],
    [3, 1],
  ]);
  await bump('content');
  expect(await known(4)).toEqual([
    [4, 4],
    [4, 4],
  ]);
});

test('a missed version counts as a change of content', async () => {
  await pool.query(`select pg_notify('academy_catalogue', 'spring 9 alerts')`);
  await vi.waitFor(() => expect(there.ofContent('spring')).toBe(9));
  await pool.query(`select pg_notify('academy_catalogue', 'spring 10')`);
  await vi.waitFor(() => expect(there.ofContent('spring')).toBe(10));
});

test('a database that went back is moved past what servers have cached', async () => {
  const { pool: restored } = await testDatabase();
  const [one, other] = [0, 1].map(() => new CatalogueVersions(restored, ignore, 50));
  onTestFinished(() => Promise.all([one?.close(), other?.close()]).then(() => undefined));
  await restored.query(`insert into catalogue_version values ('spring', 7), ('kube', 3)`);
  await Promise.all([one?.start(), other?.start()]);
  await restored.query(`update catalogue_version set version = 5 where tenant_id = 'spring'`);
  await restored.query(`delete from catalogue_version where tenant_id = 'kube'`);
  await vi.waitFor(() => {
    for (const server of [one, other]) expect([server?.of('spring'), server?.ofContent('kube')]).toEqual([8, 4]);
  });
  const { rows } = await restored.query('select version from catalogue_version order by 1');
  expect(rows).toEqual([{ version: '4' }, { version: '8' }]);
});
