import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createLog } from '../logging/log.ts';
import { startApp } from '../testing/start-app.ts';

const folder = await mkdtemp(join(tmpdir(), 'academy-request-log-'));
afterAll(() => rm(folder, { recursive: true }));
const file = join(folder, 'server.log');

it('leaves out that a server is ready, not that it stops', async () => {
  const app = await startApp({ log: createLog('info', file) });
  const ask = async (url: string) => (await app.request({ url })).statusCode;
  expect(await ask('/health/ready')).toBe(200);
  expect(await ask('/health/live')).toBe(200);
  await expect.poll(() => readFile(file, 'utf8')).toContain('"url":"/health/live"');
  expect(await readFile(file, 'utf8')).not.toContain('/health/ready');

  app.drain();
  expect(await ask('/health/ready')).toBe(503);
  await expect.poll(() => readFile(file, 'utf8')).toMatch(/"url":"\/health\/ready","status":503/);
});
