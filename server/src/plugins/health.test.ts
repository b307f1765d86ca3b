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

it('is not ready while it drains, and answers everything else', async () => {
  const stopping = await startApp();
  const read = async (url: string) =>
    (await stopping.request({ url, headers: { host: 'spring.localhost' } })).statusCode;
  expect(await read('/health/ready')).toBe(200);
  stopping.drain();
  expect(await read('/health/ready')).toBe(503);
  expect(await read('/health/live')).toBe(200);
  expect(await read('/api/v1/courses/list')).toBe(200);
});

it('is not ready when the database is unreachable', async () => {
  const lost = await startApp();
  await lost.server.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(lost.server.server.address() as AddressInfo).port}/health/ready`;
  expect((await fetch(url)).status).toBe(200);
  const name = new URL(lost.database.connectionString).pathname.slice(1);
  await app.database.pool.query(`alter database ${name} with allow_connections false`);
  await app.database.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await expect.poll(async () => (await fetch(url)).status).toBe(503);
  await app.database.pool.query(`alter database ${name} with allow_connections true`);
  await expect.poll(async () => (await fetch(url)).status).toBe(200);
});
