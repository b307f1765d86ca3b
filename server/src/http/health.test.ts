import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { holdConnections } from '../testing/hold-connections.ts';
import { startApp } from '../testing/start-app.ts';

const app = await startApp();
await app.server.listen({ port: 0, host: '127.0.0.1' });
const origin = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
const status = async (path: string) => (await fetch(`${origin}${path}`)).status;

it('is ready while calls use and await every connection', async () => {
  const { pool } = app.database;
  onTestFinished(await holdConnections(pool));
  for (let index = 0; index < 50; index += 1)
    void fetch(`${origin}/api/v1/courses/list?q=word${index}`).catch(() => {});
  await expect.poll(() => pool.waitingCount).toBeGreaterThan(0);

  expect(await Promise.all(Array.from({ length: 20 }, () => status('/health/ready')))).toEqual(Array(20).fill(200));
  expect(await status('/health/live')).toBe(200);
});

it('takes neither readers nor writes while it drains, and answers everything else', async () => {
  const stopping = await startApp();
  const read = async (url: string) =>
    (await stopping.request({ url, headers: { host: 'spring.localhost' } })).statusCode;
  for (const path of ['/health/readers', '/health/ready']) expect(await read(path)).toBe(200);
  stopping.drain();
  for (const path of ['/health/readers', '/health/ready']) expect(await read(path)).toBe(503);
  expect(await read('/health/live')).toBe(200);
  expect(await read('/api/v1/courses/list')).toBe(200);
});

/** A server on a database of its own that the test takes away. */
async function startOther() {
  const other = await startApp();
  await other.server.listen({ port: 0, host: '127.0.0.1' });
  const place = `http://127.0.0.1:${(other.server.server.address() as AddressInfo).port}/health`;
  const name = new URL(other.database.connectionString).pathname.slice(1);
  const { pool } = app.database;
  return {
    ask: async (path: string) => {
      const reply = await fetch(`${place}/${path}`);
      return [reply.status, ((await reply.json()) as { status: string }).status];
    },
    alter: (change: string) => pool.query(`alter database ${name} ${change}`),
    endConnections: () =>
      pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]),
  };
}

// Shows security#health-states
it('takes readers while the database is unreachable, and no writes', async () => {
  const { ask, alter, endConnections } = await startOther();
  expect(await ask('ready')).toEqual([200, 'ready']);
  await alter('with allow_connections false');
  await endConnections();
  await expect.poll(() => ask('ready')).toEqual([503, 'no database']);
  expect(await ask('readers')).toEqual([200, 'ready for readers']);
  expect(await ask('live')).toEqual([200, 'live']);
  await alter('with allow_connections true');
  await expect.poll(() => ask('ready')).toEqual([200, 'ready']);
});

it('takes readers while the database is read only, and no writes', async () => {
  const { ask, alter, endConnections } = await startOther();
  expect(await ask('ready')).toEqual([200, 'ready']);
  await alter('set default_transaction_read_only = on');
  await endConnections();
  await expect.poll(() => ask('ready')).toEqual([503, 'read only']);
  expect(await ask('readers')).toEqual([200, 'ready for readers']);
  // Connections of that time stay read only: the next check opens one of its own.
  await alter('reset default_transaction_read_only');
  await expect.poll(() => ask('ready')).toEqual([200, 'ready']);
});
