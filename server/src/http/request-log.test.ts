import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createLog } from '../logging/log.ts';
import { startApp } from '../testing/start-app.ts';

const folder = await mkdtemp(join(tmpdir(), 'academy-request-log-'));
afterAll(() => rm(folder, { recursive: true }));
const file = join(folder, 'server.log');

it('says why a request was refused, and nothing of what was sent', async () => {
  const app = await startApp({ log: createLog('info', file) });
  const post = (payload: object) =>
    app.request({
      ...{ method: 'POST', url: '/api/v1/email/contactUs', payload },
      headers: { host: 'spring.localhost', tenantid: 'spring', 'content-type': 'application/json' },
    });
  const wrong = { firstName: 'Ada', lastName: 'Lovelace', email: 'no address but a-secret', message: 'Hello' };
  expect((await post(wrong)).statusCode).toBe(400);
  await expect
    .poll(() => readFile(file, 'utf8'))
    .toMatch(/"status":400,"ms":[\d.]+,"code":"invalid-input","field":"\w+"/);
  expect((await app.request({ url: '/api/v1/admin/health', headers: { tenantid: 'spring' } })).statusCode).toBe(401);
  await expect.poll(() => readFile(file, 'utf8')).toMatch(/"status":401,"ms":[\d.]+,"code":"[\w-]+"/);
  // The name of an unknown field is the client's.
  expect((await post({ ...wrong, 'my secret is hunter2@example.org': 1 })).statusCode).toBe(400);
  await expect.poll(async () => (await readFile(file, 'utf8')).match(/"status":400/g)?.length).toBe(2);
  expect(await readFile(file, 'utf8')).not.toMatch(/a-secret|hunter2/);
});

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
