import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DrizzleQueryError } from 'drizzle-orm';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { traceFields } from '../background/activity.ts';
import { createLog, masked } from './log.ts';

it.each([
  ['an address', 'sign-in of lena@example.org failed', 'sign-in of [address] failed'],
  ['a personal access token', 'bearer academy_0123456789abcdefABCDEF was refused', 'bearer [token] was refused'],
  ['a session token', 'got eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln here', 'got [token] here'],
  ['the token of a view', 'got academy-view.eyJzdWIiOiIxIn0.c2VjcmV0 here', 'got academy-view.[token] here'],
  ['an encoded address', 'GET /x?to=lena%40example.org', 'GET /x?to=[address]'],
  ['an address that was encoded twice', 'at /x?to=lena%252Bnews%2540example.org&page=1', 'at /x?to=[address]&page=1'],
  [
    'a code in an address',
    'failed: https://a.example.org/back?code=abc123&state=x9#top',
    'failed: https://a.example.org/back?code=[left out]&state=[left out]',
  ],
  [
    'a token in an encoded address',
    'to=https%3A%2F%2Fa.example.org%2F%3Ftoken%3Dabc123',
    'to=https%3A%2F%2Fa.example.org%2F%3Ftoken%3D[left out]',
  ],
  ['a sign-in', 'at /idp/interaction/kube/Ab3dEf6hIj/sign-in', 'at /idp/interaction/kube/[uid]/sign-in'],
  ['nothing secret', 'GET /courses 200', 'GET /courses 200'],
])('%s in a line of the log', (_what, line, shown) => expect(masked(line)).toBe(shown));

// Shows security#log-entries
it('logs a failed query and its error without values', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'academy-log-'));
  const file = join(folder, 'server.log');
  const log = createLog('info', file);
  const app = fastify({ loggerInstance: log });
  app.get('/', async (request, reply) => {
    const values = ['Your code is\n123456', '$argon2id$v=19$hash', null];
    const refused = Object.assign(new Error('connection lost'), { code: '08006', detail: 'Failing row: (Lena)' });
    const error = new Error('not written', { cause: new DrizzleQueryError('insert into mail', values, refused) });
    log.error({ err: error.cause }, 'outside of a request');
    request.log.error({ err: error }, 'inside of one');
    return reply.send('');
  });
  await app.inject('/');
  await app.close();
  log.flush();
  await expect.poll(async () => (await readFile(file, 'utf8')).includes('inside of one')).toBe(true);
  const text = await readFile(file, 'utf8');
  await rm(folder, { recursive: true });
  for (const loggable of ['insert into mail', 'connection lost', 'not written', 'outside of a request', 'log.test.ts'])
    expect(text).toContain(loggable);
  for (const secret of ['123456', 'argon2id', 'Lena']) expect(text).not.toContain(secret);
});

it('leaves out what is named like a secret, wherever it stands in a line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'academy-log-'));
  const file = join(folder, 'server.log');
  const log = createLog('info', file);
  const secret = 'f7k2m9';
  const given = { headers: { cookie: secret }, password: secret, token: secret, kind: 'kept' };
  log.info(given, 'at the top');
  log.info({ req: given, list: [given] }, 'below');
  log.warn({ err: Object.assign(new Error('refused'), { request: given }) }, 'of an error');
  log.child({}).info({ deep: { deeper: given } }, 'of a child');
  log.flush();
  await expect.poll(async () => (await readFile(file, 'utf8')).includes('of a child')).toBe(true);
  const text = await readFile(file, 'utf8');
  await rm(folder, { recursive: true });
  expect(text).not.toContain(secret);
  expect(text.match(/"kind":"kept"/g)).toHaveLength(5);
  expect(given.password).toBe(secret);
});

it('keeps what one line says out of the next', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'academy-log-'));
  const file = join(folder, 'server.log');
  const log = createLog('info', file, traceFields);
  log.warn({ mailId: 'one' }, 'the first');
  log.info('the second');
  log.flush();
  await expect.poll(async () => (await readFile(file, 'utf8')).includes('the second')).toBe(true);
  const [first = '', second = ''] = (await readFile(file, 'utf8')).split('\n');
  await rm(folder, { recursive: true });
  expect(JSON.parse(first)).toMatchObject({ mailId: 'one' });
  expect(JSON.parse(second)).not.toHaveProperty('mailId');
});
