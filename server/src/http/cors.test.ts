import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../testing/start-app.ts';

const STATIC = 'https://learn.example.org';
const HOST = { host: 'spring.localhost:3000' };

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ staticOrigins: { spring: STATIC } });
});

const get = (url: string, headers: Record<string, string>) => app.request({ url, headers: { ...HOST, ...headers } });
const preflight = (origin: string, url = '/api/v1/progress/events') =>
  app.request({
    method: 'OPTIONS',
    url,
    headers: { ...HOST, origin, 'access-control-request-method': 'POST' },
  });

describe('pages of other origins', () => {
  // Shows security#exact-origins
  it('read replies when their origin is listed', async () => {
    const { headers } = await get('/api/v1/courses/list', { origin: STATIC });
    expect(headers['access-control-allow-origin']).toBe(STATIC);
    expect(headers['access-control-expose-headers']).toContain('x-correlation-id');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it.each([
    'https://evil.example.org',
    'https://learn.example.org.evil.example',
    'http://learn.example.org',
    'https://learn.example.org:8443',
    'https://sub.learn.example.org',
    'null',
  ])('read nothing when their origin is %s', async (origin) => {
    const { headers, statusCode } = await get('/api/v1/courses/list', { origin });
    expect(statusCode).toBe(200);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    const asked = await preflight(origin);
    expect([asked.statusCode, asked.json().errors[0].code]).toEqual([403, 'cross-site']);
    expect(asked.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('show images where the operator has pages elsewhere', async () => {
    const picture = `/assets/content/${'a'.repeat(64)}.png`;
    for (const url of [picture, '/health/live'])
      expect((await get(url, {})).headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect((await get('/api/v1/courses/list', {})).headers['cross-origin-resource-policy']).toBe('same-origin');
    const usual = await startApp();
    const { headers } = await usual.request({ url: picture, headers: HOST });
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it('may send a preflight, which lists methods and headers', async () => {
    const { statusCode, headers } = await preflight(STATIC);
    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': STATIC,
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-max-age': '600',
    });
    for (const name of ['authorization', 'content-type', 'tenantid', 'idempotency-key', 'email'])
      expect(headers['access-control-allow-headers']).toContain(name);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  // Shows security#exact-origins
  it('send cookies along with log-out and nothing else', async () => {
    expect((await preflight(STATIC, '/api/v1/session')).headers['access-control-allow-credentials']).toBe('true');
    const ended = await app.request({
      method: 'DELETE',
      url: '/api/v1/session',
      headers: { ...HOST, origin: STATIC, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
    });
    expect([ended.statusCode, ended.headers['access-control-allow-credentials']]).toEqual([200, 'true']);
  });

  it('can read refusals, too', async () => {
    const { statusCode, headers } = await get('/api/v1/user/verifyUserAccess', { origin: STATIC });
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([401, STATIC]);
  });
});

describe('caches', () => {
  it('learn that replies differ by origin', async () => {
    for (const headers of [{}, { origin: STATIC }, { origin: 'https://evil.example.org' }] as Record<
      string,
      string
    >[]) {
      const { headers: told } = await get('/api/v1/courses/list', headers);
      expect(told.vary).toMatch(/authorization.*, origin$/);
    }
  });

  it('get no CORS headers with pages, which no other origin reads', async () => {
    const { headers } = await get('/openapi.json', { origin: STATIC });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

it('a preflight without an origin is a wrong method', async () => {
  const { statusCode } = await app.request({ method: 'OPTIONS', url: '/api/v1/courses/list', headers: HOST });
  expect(statusCode).toBe(405);
});
