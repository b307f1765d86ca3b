import fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { packWhatIsAsked, readyBytes, sendReady } from './compressed.ts';

const text = 'A page of the academy. '.repeat(100);
const ready = readyBytes(text, 'text/plain; charset=utf-8');

const server = fastify();
server.get('/', (request, reply) => sendReady(request, reply, ready, 'public, max-age=60'));
afterAll(() => server.close());

const get = (headers: Record<string, string>) => server.inject({ url: '/', headers });

describe('the encoding of a reply', () => {
  it.each([
    // What browsers send: Brotli is the smallest.
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['*', 'br'],
    ['BR', 'br'],
    // Refused or less preferred.
    ['br;q=0', undefined],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0, *', 'gzip'],
    ['br;q=0.2, gzip;q=0.8', 'gzip'],
    ['gzip;q=0, br; q=0', undefined],
    ['*;q=0', undefined],
    // Names that merely contain the name of an encoding.
    ['brotli-next, gzipped', undefined],
    ['identity', undefined],
    ['identity;q=1, br;q=0.5', undefined],
    ['', undefined],
  ])('of a request that accepts %j is %j', async (accepted, encoding) => {
    const { headers, statusCode } = await get({ 'accept-encoding': accepted });
    expect(statusCode).toBe(200);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toBe('accept-encoding');
  });

  it('is none when the request names none', async () => {
    const { headers, payload } = await get({});
    expect(headers['content-encoding']).toBeUndefined();
    expect(payload).toBe(text);
  });
});

describe('a copy in the browser', () => {
  const { etag } = ready;

  it.each([
    ['its tag', etag],
    ['its weak tag', `W/${etag}`],
    ['a list with its tag', `"older", ${etag}`],
    ['a list with its weak tag', `W/"older",W/${etag}, "newer"`],
    ['any tag', '*'],
  ])('is answered with 304 when the request names %s', async (_what, tags) => {
    const { headers, payload, statusCode } = await get({ 'if-none-match': tags, 'accept-encoding': 'br' });
    expect(statusCode).toBe(304);
    expect(payload).toBe('');
    expect(headers).toMatchObject({ etag, 'cache-control': 'public, max-age=60', vary: 'accept-encoding' });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it.each([
    ['an older tag', '"older"'],
    ['a part of its tag', etag.slice(0, -2)],
    ['its tag without quotes', etag.slice(1, -1)],
  ])('is sent again when the request names %s', async (_what, tags) => {
    expect((await get({ 'if-none-match': tags })).statusCode).toBe(200);
  });
});

it('a page is packed when somebody asks for it, once for all who wait', async () => {
  const page = readyBytes(text, 'text/html', []);
  const pages = fastify();
  pages.get('/', async (request, reply) => {
    await packWhatIsAsked(request, page);
    return sendReady(request, reply, page, 'no-cache');
  });
  const ask = async (headers: Record<string, string>) => (await pages.inject({ url: '/', headers })).headers;
  expect((await ask({}))['content-encoding']).toBeUndefined();
  expect(await ask({ 'accept-encoding': 'br', 'if-none-match': page.etag })).not.toHaveProperty('content-encoding');
  expect([page.br, page.gzip]).toEqual([undefined, undefined]);
  const both = await Promise.all([ask({ 'accept-encoding': 'gzip' }), ask({ 'accept-encoding': 'gzip' })]);
  expect(both.map((headers) => headers['content-encoding'])).toEqual(['gzip', 'gzip']);
  expect([page.br, page.gzip]).toEqual([undefined, ready.gzip]);
  expect((await ask({ 'accept-encoding': 'br, gzip' }))['content-encoding']).toBe('br');
  expect(page.br).toEqual(ready.br);
  await pages.close();
});
