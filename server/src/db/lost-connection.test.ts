import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { CatalogueVersions } from '../catalogue/catalogue-version.ts';
import { testDatabase } from '../testing/database.ts';
import { proxyTo } from '../testing/tcp-proxy.fixture.ts';
import { connect } from './connect.ts';
import { retryOnLostServer } from './lost-server.ts';

const database = await testDatabase();
const CONNECTIONS = 3;

/** A small pool whose connections pass through a proxy. */
async function throughProxy() {
  const proxy = await proxyTo(database.connectionString);
  const lost: string[] = [];
  const { db, pool, close } = connect(proxy.connectionString, {
    connections: CONNECTIONS,
    statementTimeoutMs: 500,
    onConnectionLost: ({ message }) => lost.push(message),
  });
  onTestFinished(async () => {
    const closed = close();
    proxy.close();
    await closed;
  });
  return { proxy, lost, db, pool };
}

/** More than there are connections: if each attempt leaked one, none would be left. */
const times = Array.from({ length: CONNECTIONS + 2 }, (_, number) => number);
const select = sql`select 1`;

it('a connection lost inside a transaction is reported and replaced', async () => {
  const { proxy, lost, db } = await throughProxy();
  for (const _ of times) {
    const before = lost.length;
    const cutOff = db.transaction(async (tx) => {
      await tx.execute(select);
      proxy.cut();
      await vi.waitFor(() => expect(lost).toHaveLength(before + 1));
      await tx.execute(select);
    });
    await expect(cutOff).rejects.toThrow();
  }
  expect((await db.execute(select)).rows).toHaveLength(1);
});

it('transactions that cannot begin use up no connection of the pool', async () => {
  const { proxy, db, pool } = await throughProxy();
  for (const _ of times) {
    await db.execute(select);
    pool.once('acquire', proxy.cut);
    await expect(db.transaction((tx) => tx.execute(select))).rejects.toThrow();
  }
  expect((await db.execute(select)).rows).toHaveLength(1);
  expect(pool.totalCount).toBe(1);
});

it('a transaction whose rollback fails leaves nothing open for the next one', async () => {
  const { db } = await throughProxy();
  const spoiled = db.transaction(async (tx) => {
    // The statement with which Drizzle ends the transaction fails.
    Object.assign(tx, { execute: () => Promise.reject(new Error('spoiled')) });
    throw new Error('of the work');
  });
  await expect(spoiled).rejects.toThrow();
  const { rows } = await db.execute<{ open: boolean }>(sql`select now() <> statement_timestamp() as open`);
  expect(rows).toEqual([{ open: false }]);
});

// Shows security#one-failure
it('connections that fall silent are given up, and new ones answer', async () => {
  const { proxy, db } = await throughProxy();
  await Promise.all(times.map(() => db.execute(sql`select pg_sleep(0.05)`)));
  proxy.freeze();
  const silent = times.slice(0, CONNECTIONS).map(() => db.execute(select));
  for (const one of await Promise.allSettled(silent)) expect(one.status).toBe('rejected');
  expect((await db.execute(select)).rows).toHaveLength(1);
});

it('a server notices a publish although its listening connection fell silent', async () => {
  const { proxy, pool } = await throughProxy();
  const here = new CatalogueVersions(pool, () => undefined, 100);
  const there = new CatalogueVersions(database.pool, () => undefined);
  onTestFinished(() => Promise.all([here.close(), there.close()]).then(() => undefined));
  await here.start();
  proxy.freeze();
  await database.db.transaction((tx) => there.bump(tx, 'spring'));
  await vi.waitFor(() => expect(here.of('spring')).toBe(1), { timeout: 20_000 });
});

it('after a fail-over all connections to the former primary server are given up', async () => {
  const { pool } = await throughProxy();
  const write = () => pool.query('create temporary table if not exists written ()');
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()));
  // What a primary server answers that has become a standby.
  for (const client of clients) await client.query('set default_transaction_read_only = on');
  const [used, ...idle] = clients;
  for (const client of idle) client.release();
  await expect(write()).rejects.toMatchObject({ code: '25006' });
  await expect(used?.query('create table written ()')).rejects.toMatchObject({ code: '25006' });
  used?.release();
  await Promise.all(Array.from({ length: CONNECTIONS }, write));
});

it('a read whose connection is ended by the database is answered by another one', async () => {
  const { pool } = await throughProxy();
  let isFirst = true;
  const read = async () => {
    const client = await pool.connect();
    try {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      if (isFirst) await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      isFirst = false;
      return (await client.query<{ answer: number }>('select 42 as answer')).rows[0]?.answer;
    } finally {
      client.release();
    }
  };
  expect(await retryOnLostServer(read)).toBe(42);
  const wrong = () => pool.query('select no_such_column').then(() => undefined);
  await expect(retryOnLostServer(wrong)).rejects.toMatchObject({ code: '42703' });
});
