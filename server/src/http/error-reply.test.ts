import fastify from 'fastify';
import { expect, it } from 'vitest';
import { newCorrelationId } from './correlation-id.ts';
import { addErrorReply } from './error-reply.ts';

// Shows security#short-errors
it.each([
  [
    'a lost database connection',
    new Error('Failed query', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) }),
    503,
  ],
  ['a database that shuts down', Object.assign(new Error(), { code: '57P01' }), 503],
  ['a database whose name is not known', Object.assign(new Error(), { code: 'EAI_AGAIN' }), 503],
  ['a database that became read-only', Object.assign(new Error(), { code: '25006' }), 503],
  ['a pooler that cannot reach its database', Object.assign(new Error(), { code: '08P01' }), 503],
  ['a deadlock', Object.assign(new Error(), { code: '40P01' }), 503],
  [
    'a transaction that cannot be rolled back',
    new Error('Failed query', { cause: new Error('Client has encountered a connection error and is not queryable') }),
    503,
  ],
  ['what nobody expected', new Error('select secret from table'), 500],
])('answers %s without details', async (_what, error, status) => {
  const app = fastify({ genReqId: newCorrelationId });
  addErrorReply(app);
  app.get('/', () => Promise.reject(error));
  const reply = await app.inject('/');
  expect(reply.statusCode).toBe(status);
  expect(reply.json()).toMatchObject({ success: false, correlationId: reply.headers['x-correlation-id'] });
  expect(reply.body).not.toContain('select');
});

it('names the full disk as the reason of a failed write', async () => {
  const app = fastify({ genReqId: newCorrelationId });
  let hasSpace = false;
  addErrorReply(app, () => hasSpace);
  const fail = () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }));
  app.get('/', fail);
  app.post('/', fail);
  const codeOf = async (method: 'GET' | 'POST') => (await app.inject({ method, url: '/' })).json().errors[0].code;
  expect([await codeOf('POST'), await codeOf('GET')]).toEqual(['no-space', 'unavailable']);
  hasSpace = true;
  expect(await codeOf('POST')).toBe('unavailable');
});
