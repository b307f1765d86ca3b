import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { itemsStore } from '../catalogue/items.store.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { proxyTo } from '../testing/tcp-proxy.fixture.ts';
import type { TenantScope } from '../values/scope.ts';
import { connect } from './connect.ts';
import { ReadReplicas } from './read-replicas.ts';

/** A primary server and a copy, which has what a test writes into both or into one of them. */
const primary = await testDatabase();
const copy = await testDatabase();
const versions = new Map<string, number>();

const name = (database: TestDatabase, word: string) =>
  database.db.execute(sql`comment on table person is ${sql.raw(`'${word}'`)}`);
await Promise.all([name(primary, 'primary'), name(copy, 'copy')]);
const asked = sql`select obj_description('person'::regclass) as name`;

async function reach(database: TestDatabase, version: number): Promise<void> {
  await database.pool.query(
    `insert into catalogue_version (tenant_id, version) values ('spring', $1)
     on conflict (tenant_id) do update set version = $1`,
    [version],
  );
}

/** Replicas whose connections pass through a proxy. */
async function routed() {
  const proxy = await proxyTo(copy.connectionString);
  const changes: string[] = [];
  const replicas = new ReadReplicas([proxy.connectionString], {
    ...{ connections: 3, beatMs: 200, leaveOutMs: 300 },
    onChange: (_name, reason) => changes.push(reason === null ? 'back' : 'left out'),
  });
  const db = replicas.database(primary.db, () => versions);
  onTestFinished(async () => {
    const closed = replicas.close();
    proxy.close();
    await closed;
  });
  const answeredBy = async () => (await db.execute<{ name: string }>(asked)).rows[0]?.name;
  return { proxy, replicas, db, changes, answeredBy };
}

it('reads go to the replica, alone and in transactions', async () => {
  versions.clear();
  const { db, answeredBy, replicas } = await routed();
  expect(await answeredBy()).toBe('copy');
  expect(await db.transaction(async (tx) => (await tx.execute<{ name: string }>(asked)).rows[0]?.name)).toBe('copy');
  await itemsStore(db).live('spring' as TenantScope, 'guide');
  expect(replicas.reads).toEqual({ replica: 3, primary: 0 });
});

it('a replica behind this server’s version answers nothing until it has caught up', async () => {
  const { answeredBy } = await routed();
  await reach(copy, 6);
  versions.set('spring', 6);
  expect(await answeredBy()).toBe('copy');
  versions.set('spring', 7);
  expect(await answeredBy()).toBe('primary');
  // Another academy’s version counts as well: a read may reach into it.
  await reach(copy, 7);
  versions.set('kube', 1);
  await vi.waitFor(async () => expect(await answeredBy()).toBe('primary'));
  versions.delete('kube');
  await vi.waitFor(async () => expect(await answeredBy()).toBe('copy'));
});

it('readers notice nothing of a replica that is lost, and it comes back', { timeout: 20_000 }, async () => {
  versions.clear();
  const { answeredBy, proxy, changes } = await routed();
  expect(await answeredBy()).toBe('copy');
  proxy.cut();
  expect(['copy', 'primary']).toContain(await answeredBy());
  proxy.refuse(true);
  expect(await answeredBy()).toBe('primary');
  await vi.waitFor(() => expect(changes).toEqual(['left out']));
  proxy.refuse(false);
  await vi.waitFor(async () => expect(await answeredBy()).toBe('copy'), { timeout: 15_000 });
  expect(changes).toEqual(['left out', 'back']);
});

it('a read that a silent replica owes is answered by the primary server', { timeout: 20_000 }, async () => {
  versions.clear();
  const { answeredBy, proxy, changes, replicas } = await routed();
  expect(await answeredBy()).toBe('copy');
  proxy.freeze();
  const before = performance.now();
  const answers = await Promise.all([answeredBy(), answeredBy(), answeredBy(), answeredBy()]);
  expect(performance.now() - before).toBeLessThan(5_000);
  expect(answers).toContain('primary');
  await vi.waitFor(() => expect(changes[0]).toBe('left out'));
  await vi.waitFor(() => expect(replicas.states().some(({ isUsed }) => isUsed)).toBe(true), { timeout: 15_000 });
});

it('reads go on at the replica while the primary server is down', async () => {
  versions.clear();
  const gone = await proxyTo(primary.connectionString);
  const { db, close } = connect(gone.connectionString, { connections: 2 });
  onTestFinished(close);
  gone.close();
  const replicas = new ReadReplicas([copy.connectionString], { connections: 2 });
  onTestFinished(() => replicas.close());
  const reads = replicas.database(db, () => versions);
  expect((await reads.execute<{ name: string }>(asked)).rows[0]?.name).toBe('copy');
  await expect(db.execute(asked)).rejects.toThrow();
});

it('a statement that times out at the replica is not repeated elsewhere', async () => {
  versions.clear();
  const { db, replicas } = await routed();
  const slow = db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', '100', true)`);
    await tx.execute(sql`select pg_sleep(5)`);
  });
  await expect(slow).rejects.toMatchObject({ cause: { code: '57014' } });
  expect(replicas.reads.primary).toBe(0);
});
