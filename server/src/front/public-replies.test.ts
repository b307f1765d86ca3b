import { randomBytes } from 'node:crypto';
import type { ParsedInput } from '@academy/contract/call';
import { getCourse } from '@academy/contract/courses';
import { AcademyError } from '@academy/contract/errors';
import fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { serverMemory } from '../memory/memory-plan.ts';
import type { Scope } from '../values/scope.ts';
import { PublicReplies } from './public-replies.ts';

/** A server whose getCourse replies `text`, and counts how often the reply was made. */
function serverOf(text: string, correlationId = 'c') {
  let version = 1;
  const versions = { of: () => version, ofContent: () => version, refresh: async () => undefined };
  const replies = new PublicReplies(versions, serverMemory().caches, false);
  const make = vi.fn(async () => ({ text }));
  const server = fastify();
  server.get<{ Params: { slug: string } }>('/:slug', (request, reply) => {
    const { slug } = request.params;
    const input = { params: undefined, query: { slug }, headers: undefined, body: undefined } as ParsedInput<never>;
    const scope = { tenant: { tenantId: 'spring' }, correlationId } as Scope;
    return replies.send(request, reply, getCourse, scope, input, make);
  });
  return {
    make,
    ask: async (slug: string) => expect((await server.inject(`/${slug}`)).statusCode).toBe(200),
    get: (slug: string, headers: Record<string, string> = {}) => server.inject({ url: `/${slug}`, headers }),
    show(next: number) {
      version = next;
    },
  };
}

test('a reply is made once for concurrent requests', async () => {
  const { ask, make } = serverOf('short');
  await Promise.all([ask('a'), ask('a'), ask('a')]);
  await ask('a');
  expect(make).toHaveBeenCalledTimes(1);
});

test('a reply replaces the one of an older version', async () => {
  const { ask, make, show } = serverOf('short');
  await ask('a');
  show(2);
  await ask('a');
  await ask('a');
  expect(make).toHaveBeenCalledTimes(2);
  // Versions never decrease; the test does it to show which replies are still cached.
  show(1);
  await ask('a');
  expect(make).toHaveBeenCalledTimes(3);
});

// Shows security#one-failure
test('a failure shows the previous reply, a refusal shows itself', async () => {
  const { get, make, show } = serverOf('before');
  await get('a');
  show(2);
  make.mockRejectedValueOnce(new Error('connect ECONNREFUSED'));
  expect((await get('a')).json()).toMatchObject({ data: { text: 'before' } });
  make.mockRejectedValueOnce(new AcademyError('not-found'));
  expect((await get('a')).statusCode).toBe(500);
});

test('a copy of one server is current at another one', async () => {
  const [here, there] = [serverOf('same', 'of here'), serverOf('same', 'of there')];
  const { headers } = await here.get('a');
  expect((await there.get('a', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  expect((await serverOf('other').get('a', { 'if-none-match': String(headers.etag) })).statusCode).toBe(200);
});

// Shows security#deadlines
test('the cache is bounded by bytes', async () => {
  // A megabyte and a half that does not compress, in three encodings.
  const { ask, make } = serverOf(randomBytes(1024 * 1024).toString('base64'));
  for (let course = 0; course < 12; course += 1) await ask(`course-${course}`);
  await ask('course-11');
  expect(make).toHaveBeenCalledTimes(12);
  await ask('course-0');
  expect(make).toHaveBeenCalledTimes(13);
});
