import { getCourse, listCourses } from '@academy/contract/courses';
import { completeLesson } from '@academy/contract/lessons';
import { findAccount, getMyAccess } from '@academy/contract/people';
import { sendProgressEvents } from '@academy/contract/progress';
import { endLocalSession } from '@academy/contract/sign-in';
import { describe, expect, it } from 'vitest';
import { CallTable } from '../calls/bind.ts';
import { account } from '../db/identity-tables.ts';
import { startApp } from '../testing/start-app.ts';

const app = await startApp({ limits: { accountLookupsPerMinute: 3 } });
const HOST = { host: 'spring.localhost:3000' };

describe('which academy a call is about', () => {
  it('is said by the header, else the query, else the host', async () => {
    const tenantOf = async (url: string, headers: Record<string, string>) => {
      const reply = await app.request({ url: `/api/v1${url}`, headers });
      return [reply.statusCode, reply.json().errors[0]?.code ?? null];
    };
    expect(await tenantOf('/courses/list', HOST)).toEqual([200, null]);
    expect(await tenantOf('/courses/list?tenantId=kube', { ...HOST, tenantid: 'kube' })).toEqual([200, null]);
    expect(await tenantOf('/courses/list', { ...HOST, tenantid: 'nowhere' })).toEqual([400, 'unknown-tenant']);
    expect(await tenantOf('/courses/list?tenantId=kube', { ...HOST, tenantid: 'spring' })).toEqual([
      400,
      'tenant-mismatch',
    ]);
    expect(await tenantOf('/courses/list?tenantId=kube&tenantId=spring', HOST)).toEqual([400, 'tenant-mismatch']);
    expect(await tenantOf('/courses/list', { ...HOST, tenantid: '__proto__' })).toEqual([400, 'unknown-tenant']);
  });

  it('does not follow from an unknown host: that is spring', async () => {
    expect((await app.request({ url: '/api/v1/courses/list', headers: { host: 'evil.example.org' } })).statusCode).toBe(
      200,
    );
  });
});

describe('who acts', () => {
  // Shows security#one-policy
  it('a call for signed-in people answers a visitor 401', async () => {
    const { status, body } = await app.call(getMyAccess, {});
    expect([status, body.errors[0]?.code]).toEqual([401, 'not-signed-in']);
  });

  it('a signed-in person is known by name and role', async () => {
    const admin = await app.aPerson({ admin: true });
    const { body } = await app.call(getMyAccess, {}, { bearer: await admin.bearer() });
    expect(body.data).toMatchObject({
      login: admin.email,
      firstName: 'Test',
      isAdmin: true,
      isPro: false,
      userVerified: true,
      membership: null,
    });
  });

  it.each([
    ['expired', { expiresIn: -60 }],
    ['signed by somebody else', { forged: true }],
    ['for another audience', { audience: 'somewhere-else' }],
    ['of another issuer', { issuer: 'https://evil.example.org/' }],
    ['an identity token', { type: null, audience: 'academy-spring' }],
    ['of an ended session', { grantId: 'ended' }],
  ])('a token that is %s is refused', async (_what, override) => {
    app.endedGrants.add('ended');
    const learner = await app.aPerson();
    const { status, body } = await app.call(getMyAccess, {}, { bearer: await learner.bearer(override) });
    expect([status, body.errors[0]?.code]).toEqual([401, 'invalid-token']);
  });

  // Shows security#issuer-and-subject
  it('an identity token is accepted by cached reads, never by writes', async () => {
    const learner = await app.aPerson();
    const bearer = await learner.bearer({ type: null, audience: 'academy-spring' });
    expect((await app.call(listCourses, {}, { bearer })).status).toBe(200);
    const events = [{ key: 'key-00001', lessonId: 'x', kind: 'started' as const, at: new Date().toISOString() }];
    expect((await app.call(sendProgressEvents, { body: { events } }, { bearer })).status).toBe(401);
  });

  it('nonsense in the Authorization header is refused, also where a visitor may read', async () => {
    for (const authorization of ['Bearer', 'Bearer x.y.z', 'Basic dXNlcjpwYXNz', 'Bearer academy_nonsense'])
      expect((await app.request({ url: '/api/v1/courses/list', headers: { ...HOST, authorization } })).statusCode).toBe(
        401,
      );
  });

  // Shows security#abilities-narrow
  it('a personal access token has its abilities, in its academy only', async () => {
    const learner = await app.aPerson();
    const token = await app.aToken(learner, 'spring', ['progress:read']);
    const overlay = (tenant: string) =>
      app.request({
        url: '/api/v1/progress/overlay',
        headers: { ...HOST, tenantid: tenant, authorization: `Bearer ${token}` },
      });
    expect((await overlay('spring')).statusCode).toBe(200);
    expect((await overlay('kube')).json().errors[0].code).toBe('token-tenant');
    expect((await app.call(getMyAccess, {}, { bearer: token })).body.errors[0]?.code).toBe('token-ability');
  });

  it('log-out ends the session on the next call, and does nothing without one', async () => {
    const learner = await app.aPerson();
    const bearer = await learner.bearer({ grantId: 'to-end' });
    expect((await app.call(getMyAccess, {}, { bearer })).status).toBe(200);
    expect((await app.call(endLocalSession, {}, { bearer })).body.data).toEqual({ ended: true });
    expect((await app.call(getMyAccess, {}, { bearer })).status).toBe(401);
    // Only its former token learns why.
    expect((await app.call(endLocalSession, {}, { bearer })).body.data).toEqual({ ended: false, because: 'ended' });
    expect((await app.call(endLocalSession, {})).body.data).toEqual({ ended: false });
    expect((await app.call(endLocalSession, {}, { bearer: 'nonsense' })).body.data).toEqual({ ended: false });
  });
});

describe('account look-up', () => {
  // Shows security#quiet-accounts
  it('tells whether an address has an account, and is limited', async () => {
    const learner = await app.aPerson();
    const find = (email: string) => app.call(findAccount, { headers: { email } });
    expect((await find(learner.email.toUpperCase())).body.data).toEqual({ login: learner.email });
    const waiting = { email: 'waiting@example.org', firstName: 'W', lastName: 'W', passwordHash: '' };
    await app.database.db.insert(account).values({ ...waiting, emailVerified: false });
    expect((await find(waiting.email)).body.data).toEqual({ login: null });
    expect((await find('no address')).status).toBe(400);
    const refused = await find('nobody@example.org');
    expect(refused.status).toBe(429);
    // The rest of the minute that began with the first look-up.
    expect(Number(refused.response.headers['retry-after'])).toBeGreaterThan(5);
    expect(Number(refused.response.headers['retry-after'])).toBeLessThanOrEqual(60);
  });
});

describe('the limit of calls without a session', () => {
  it('applies whatever the Authorization header contains', async () => {
    const limited = await startApp({ limits: { anonymousPerMinute: 5 } });
    const ask = (url: string) => limited.request({ url, headers: { ...HOST, authorization: 'nonsense' } });
    const statuses = [];
    for (let n = 0; n < 8; n += 1) statuses.push((await ask('/api/v1/instructors/list')).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  });
});

describe('malformed requests get a 4xx envelope', () => {
  const post = (payload: string, headers: Record<string, string> = {}) =>
    app.request({
      method: 'POST',
      url: '/api/v1/progress/events',
      headers: { ...HOST, 'content-type': 'application/json', ...headers },
      payload,
    });
  const deep = `${'['.repeat(60)}${']'.repeat(60)}`;

  it.each([
    ['broken JSON', () => post('{"a":'), 400, 'invalid-json'],
    ['no JSON', () => post(''), 400, 'invalid-json'],
    // Shows security#own-keys
    ['a key that sets inherited values', () => post('{"__proto__":{"a":1}}'), 400, 'invalid-json'],
    // Shows security#no-5xx
    ['deep nesting', () => post(deep), 400, 'too-deep'],
    ['a long array', () => post(JSON.stringify({ events: Array.from({ length: 1001 }, () => 1) })), 413, 'too-large'],
    ['a huge body', () => post(JSON.stringify({ a: 'x'.repeat(300_000) })), 413, 'too-large'],
    ['another content type', () => post('<a/>', { 'content-type': 'text/xml' }), 415, 'unsupported-media-type'],
    [
      'an archive where JSON belongs',
      () => post('x', { 'content-type': 'application/gzip' }),
      415,
      'unsupported-media-type',
    ],
    ['an unknown address', () => app.request({ url: '/api/v1/nowhere', headers: HOST }), 404, 'not-found'],
    [
      'a wrong method',
      () => app.request({ method: 'PUT', url: '/api/v1/courses/list', headers: HOST }),
      405,
      'method-not-allowed',
    ],
    ['HEAD', () => app.request({ method: 'HEAD', url: '/api/v1/progress/events', headers: HOST }), 405, null],
    [
      'an unknown query parameter',
      () => app.request({ url: '/api/v1/courses/list?surprise=1', headers: HOST }),
      400,
      'invalid-input',
    ],
    [
      'a slug that is none',
      () => app.request({ url: '/api/v1/courses/details?slug=..%2F..%2Fetc', headers: HOST }),
      400,
      'invalid-input',
    ],
    ['a missing slug', () => app.request({ url: '/api/v1/courses/details', headers: HOST }), 400, 'invalid-input'],
    [
      'a page size without end',
      () => app.request({ url: '/api/v1/courses/list?pageSize=100000', headers: HOST }),
      400,
      'invalid-input',
    ],
    [
      'a page number that is none',
      () => app.request({ url: '/api/v1/courses/list?pageNumber=-1', headers: HOST }),
      400,
      'invalid-input',
    ],
    [
      'broken percent encodings',
      () => app.request({ url: '/api/v1/lessons/details/%zz/x', headers: HOST }),
      400,
      'bad-request',
    ],
    [
      'an endless address',
      () => app.request({ url: `/api/v1/courses/list?q=${'x'.repeat(9000)}`, headers: HOST }),
      414,
      'uri-too-long',
    ],
    [
      'an endless slug',
      () => app.request({ url: `/api/v1/lessons/details/${'x'.repeat(400)}/y`, headers: HOST }),
      414,
      'uri-too-long',
    ],
  ])('%s', async (_what, send, status, code) => {
    const reply = await send();
    expect(reply.statusCode).toBe(status);
    if (code === null) return;
    const body = reply.json();
    expect(body).toMatchObject({ success: false, data: null, errors: [{ code }] });
    expect(body.correlationId).toBe(reply.headers['x-correlation-id']);
  });

  // Shows security#strict-schemas
  it('an unknown key in a body is refused and named', async () => {
    const learner = await app.aPerson();
    const input = {
      body: { lessonId: 'a', courseId: 'b', isLastLesson: false, operationType: 'COMPLETE_LESSON', score: 100 },
    };
    const { status, body } = await app.call(completeLesson, input as never, { bearer: await learner.bearer() });
    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({ code: 'invalid-input', field: 'score' });
  });
});

describe('a push without an archive', () => {
  it('is refused after its input is checked, as another media type', async () => {
    const token = await app.aToken(await app.aPerson({ admin: true }), 'spring', ['content:write']);
    const push = async (path: string, authorization = `Bearer ${token}`) => {
      const headers = { ...HOST, tenantid: 'spring', authorization };
      const reply = await app.request({ method: 'PUT', url: `/api/v1/content/course/${path}`, headers });
      return [reply.statusCode, reply.json().errors[0]?.code];
    };
    expect(await push('rest')).toEqual([415, 'unsupported-media-type']);
    expect(await push('rest?dryRun=perhaps')).toEqual([400, 'invalid-input']);
    expect(await push('rest?dryRun=perhaps', 'Bearer academy_nonsense')).toEqual([401, 'invalid-token']);
  });
});

describe('the deadline of a call', () => {
  // Shows security#deadlines
  it('answers 503 while the database does not answer, to visitors and learners', async () => {
    const hurried = await startApp({ limits: { deadlineMs: 50 } });
    const bearer = await (await hurried.aPerson()).bearer();
    const client = await hurried.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('lock table content_item in access exclusive mode');
      for (const as of [{}, { bearer }]) {
        const { status, body } = await hurried.call(getCourse, { query: { slug: 'rest' } }, as);
        expect([status, body.errors[0]?.code]).toEqual([503, 'unavailable']);
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
    // The late reply was not cached as a failure.
    expect((await hurried.call(getCourse, { query: { slug: 'rest' } })).status).toBe(404);
  });

  it('holds while the database does not say who calls', { timeout: 10_000 }, async () => {
    const hurried = await startApp({ limits: { deadlineMs: 50 } });
    const bearer = await (await hurried.aPerson()).bearer();
    const client = await hurried.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('lock table person in access exclusive mode');
      const { status, body } = await hurried.call(getMyAccess, {}, { bearer });
      expect([status, body.errors[0]?.code]).toEqual([503, 'unavailable']);
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect((await hurried.call(getMyAccess, {}, { bearer })).status).toBe(200);
  });
});

describe('changing calls from elsewhere', () => {
  const send = (headers: Record<string, string>) =>
    app
      .request({ method: 'DELETE', url: '/api/v1/session', headers: { ...HOST, ...headers } })
      .then((reply) => reply.statusCode);

  // Shows security#same-site-writes
  it('are refused when a browser says so', async () => {
    expect(await send({ origin: 'https://evil.example.org' })).toBe(403);
    expect(await send({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await send({ 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' })).toBe(403);
    expect(await send({ 'sec-fetch-mode': 'no-cors' })).toBe(403);
    expect(await send({ 'sec-purpose': 'prefetch' })).toBe(403);
  });

  it('pass from our own pages and from the command line', async () => {
    expect(
      await send({ origin: 'http://spring.localhost:3000', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }),
    ).toBe(200);
    expect(await send({})).toBe(200);
  });
});

describe('replies', () => {
  it('to visitors are cacheable until the catalogue changes', async () => {
    const first = await app.request({ url: '/api/v1/courses/list', headers: { ...HOST, 'accept-encoding': 'br' } });
    expect(first.headers['cache-control']).toContain('public');
    expect(first.headers.vary).toContain('authorization');
    const again = await app.request({
      url: '/api/v1/courses/list',
      headers: { ...HOST, 'if-none-match': String(first.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    expect(first.headers['x-correlation-id']).toBe(first.json().correlationId);
  });

  // Shows security#cached-replies
  it('to learners are not cacheable', async () => {
    const learner = await app.aPerson();
    const { response } = await app.call(listCourses, {}, { bearer: await learner.bearer() });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  // Shows security#reply-headers, security#short-errors
  it('carry the security headers and a correlation id that the client did not choose', async () => {
    const reply = await app.request({
      url: '/api/v1/courses/list',
      headers: { ...HOST, 'x-correlation-id': 'mine', 'x-request-id': 'mine' },
    });
    expect(reply.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(reply.headers['x-correlation-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('to an unknown course are 404', async () => {
    expect((await app.call(getCourse, { query: { slug: 'nowhere' } })).status).toBe(404);
  });
});

describe('the start', () => {
  const call = getCourse;
  const handler = async () => ({}) as never;

  // Shows security#one-policy
  it('is refused for a call without a policy', () => {
    const table = new CallTable();
    expect(() => table.bind({ ...call, who: undefined } as never, handler)).toThrow('no policy');
    expect(() => table.bind({ ...call, who: 'everybody' } as never, handler)).toThrow('no policy');
  });

  it('is refused for a call bound twice, left out, or not in the contract', () => {
    const table = new CallTable();
    table.bind(call, handler);
    expect(() => table.bind(call, handler)).toThrow('twice');
    expect(() => table.complete([call, listCourses])).toThrow('no handler is bound for listCourses');
    expect(() => table.complete([])).toThrow('not in the contract: getCourse');
  });
});

describe('health', () => {
  // Shows security#health-states
  it('is live and ready, and not ready while stopping', async () => {
    expect((await app.request({ url: '/health/live', headers: HOST })).statusCode).toBe(200);
    expect((await app.request({ url: '/health/ready', headers: HOST })).statusCode).toBe(200);
  });
});
