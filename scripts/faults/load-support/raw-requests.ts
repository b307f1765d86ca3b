import { API_BASE_PATH, TENANT_HEADER } from '@academy/contract/constants';
import { hostileText } from './hostile-values.ts';
import type { Random } from './random.ts';
import type { RawRequest } from './sockets.ts';

/** Addresses of every kind: pages, files, calls, provider, metadata, health. */
const PATHS: readonly string[] = [
  '/',
  '/courses',
  '/courses?page=999999999999',
  '/courses?q=%00',
  '/guides',
  '/paths',
  '/de/courses',
  '/courses/write-your-first-course',
  '/courses/x/lessons/y',
  '/admin/users',
  '/contact',
  '/certificates/00000000-0000-4000-8000-000000000000',
  '/robots.txt',
  '/sitemap.xml',
  '/feed.xml',
  '/favicon.ico',
  '/assets/x.js',
  '/assets/../../package.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/content-assets/x/y.png',
  '/api-reference',
  '/openapi.json',
  '/mailbox',
  '/unsubscribe?token=x',
  '/health/live',
  '/health/ready',
  '/metrics',
  '/idp/.well-known/openid-configuration',
  '/idp/oauth2/v1/authorize?client_id=academy-spring&response_type=code&scope=openid&redirect_uri=http://x/',
  '/idp/oauth2/v1/token',
  '/idp/oauth2/v1/logout?id_token_hint=x',
  '/idp/oauth2/v1/keys',
  '/idp/oauth2/v1/userinfo',
  '/idp/sign-in?state=x',
  '/idp/register',
  '/idp/recover',
  '/idp/%00',
  `${API_BASE_PATH}/courses/list`,
  `${API_BASE_PATH}/search?q=a`,
  `${API_BASE_PATH}/progress/overlay`,
  `${API_BASE_PATH}/lessons/mark-complete`,
  `${API_BASE_PATH}/content/course/x`,
  `${API_BASE_PATH}/labs/events/x`,
  `${API_BASE_PATH}/`,
  `${API_BASE_PATH}/../..`,
];

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'get',
  'G\0T',
  'QUERY',
  'X'.repeat(500),
];

const END = '\r\n\r\n';

/** One broken or odd exchange, as bytes. */
export function rawRequests(random: Random, bearer: string): RawRequest {
  const once = (text: string | Buffer): RawRequest => ({
    pieces: [Buffer.isBuffer(text) ? text : Buffer.from(text, 'latin1')],
    cut: random.oneIn(20),
    many: false,
  });
  const path = random.oneIn(4) ? `${random.pick(PATHS)}${oddSuffix(random)}` : random.pick(PATHS);
  const head = (method: string, more: readonly string[] = [], version = 'HTTP/1.1') =>
    [`${method} ${path} ${version}`, 'Host: spring.localhost', `${TENANT_HEADER}: spring`, ...more].join('\r\n');
  const form = 'content-type: application/x-www-form-urlencoded';
  const json = 'content-type: application/json';
  const signedIn = `authorization: Bearer ${bearer}`;

  return random.pick<() => RawRequest>([
    () => once(`${head(random.pick(METHODS))}${END}`),
    () =>
      once(`${head('GET', [], random.pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'HTP/1.1', '']))}${END}`),
    () => once(`GET ${path} HTTP/1.1${END}`),
    () => once(`GET ${path} HTTP/1.1\nHost: spring.localhost\n\n`),
    () =>
      once(
        `${head('GET', [`host: ${random.pick(['', 'a b', '[::1', '..', 'x'.repeat(3_000), '127.0.0.1:99999', 'kube.localhost'])}`])}${END}`,
      ),
    () =>
      once(
        `GET ${path} HTTP/1.1\r\nHost: ${random.pick(['', '@', '[::1]', 'spring.localhost:abc', 'ünïcode.localhost', '\x7f'])}${END}`,
      ),
    () => once(`GET http://spring.localhost${path} HTTP/1.1\r\nHost: kube.localhost${END}`),
    () =>
      once(
        `${head(
          'GET',
          Array.from({ length: random.pick([50, 150, 500]) }, (_one, at) => `x-${at}: ${at}`),
        )}${END}`,
      ),
    () => once(`${head('GET', [`x-long: ${'y'.repeat(random.pick([8_000, 15_000, 20_000, 200_000]))}`])}${END}`),
    () => once(`${head('GET', [`cookie: ${'a=b; '.repeat(random.pick([10, 1_000]))}`])}${END}`),
    () => once(`${head('GET', [' folded: value', '\tfolded'])}${END}`),
    () => once(`${head('GET', ['bad header', ': empty', 'nul: a\0b', 'x\x80: y'])}${END}`),
    () =>
      once(
        `${head('GET', [`range: bytes=${random.pick(['0-', '-1', '5-2', '0-0,1-1,2-2', '99999999999999999999-', 'x'])}`])}${END}`,
      ),
    () =>
      once(
        `${head('GET', [`if-modified-since: ${random.pick(['x', 'Thu, 99 Foo 2030', '0'])}`, `if-none-match: ${random.pick(['*', '"', 'W/"x"', '"a","b"'])}`])}${END}`,
      ),
    () =>
      once(
        `${head('GET', [`authorization: ${random.pick(['Bearer', 'Bearer ', 'Basic eDp5', 'Bearer a.b.c', `Bearer ${'a'.repeat(8_000)}`, 'Bearer \x80\xff', 'Digest x'])}`])}${END}`,
      ),
    () =>
      once(
        `${head('GET', [`accept-language: ${random.pick(['*', 'x-x-x-x', 'de;q=9', ';;;', 'a'.repeat(3_000), 'de-'.repeat(400)])}`])}${END}`,
      ),
    () =>
      once(
        `${head('GET', [`upgrade: ${random.pick(['websocket', 'h2c', 'x'])}`, 'connection: upgrade', 'sec-websocket-key: x', 'sec-websocket-version: 13'])}${END}`,
      ),
    () => once(`${head('GET', ['expect: 100-continue'])}${END}`),
    () => once(`${head('POST', [json, 'expect: 100-continue', 'content-length: 2'])}${END}{}`),
    () => once(`${head('POST', [json, 'expect: something-else', 'content-length: 2'])}${END}{}`),
    () =>
      once(
        `${head('POST', [json, `content-length: ${random.pick(['-1', '1e3', '0x10', '99999999999999999999', '2, 2', '', '+2'])}`])}${END}{}`,
      ),
    () => once(`${head('POST', [json, 'content-length: 2', 'content-length: 3'])}${END}{}`),
    () => once(`${head('POST', [json, signedIn, 'content-length: 2', 'transfer-encoding: chunked'])}${END}0\r\n\r\n`),
    () =>
      once(
        `${head('POST', [json, signedIn, `transfer-encoding: ${random.pick(['gzip', 'chunked, chunked', 'identity', 'xchunked'])}`])}${END}{}`,
      ),
    () =>
      once(
        `${head('POST', [json, signedIn, 'transfer-encoding: chunked'])}${END}${random.pick(['zz\r\n{}\r\n0\r\n\r\n', 'ffffffffffffffff\r\n', '2\r\n{}x\r\n', '2;ext=\0\r\n{}\r\n0\r\n\r\n', '0\r\ntrailer: x\r\n\r\n', '-1\r\n'])}`,
      ),
    () =>
      once(
        `${head('POST', [json, signedIn, `content-encoding: ${random.pick(['gzip', 'br', 'deflate', 'x'])}`, 'content-length: 2'])}${END}{}`,
      ),
    // Truncated: the rest of the body never comes, and the client goes.
    () => ({
      ...once(`${head('POST', [random.pick([json, form]), signedIn, 'content-length: 5000'])}${END}{"a":`),
      cut: true,
    }),
    () => ({
      ...once(`${head('PUT', ['content-type: application/gzip', signedIn, 'content-length: 5000'])}${END}\x1f\x8b\x08`),
      cut: true,
    }),
    () =>
      once(
        `${head('POST', [form, 'origin: http://localhost', 'content-length: 60'])}${END}${fields(random).padEnd(60, '&').slice(0, 60)}`,
      ),
    () => {
      const body = Buffer.from(fields(random), 'utf8');
      return once(
        Buffer.concat([
          Buffer.from(
            `${head('POST', [form, `origin: http://${random.pick(['localhost', 'spring.localhost', 'evil.example'])}`, `content-length: ${body.length}`])}${END}`,
          ),
          body,
        ]),
      );
    },
    () => {
      const body = Buffer.from(JSON.stringify({ [hostileText(random)]: hostileText(random) }), 'utf8');
      return once(
        Buffer.concat([Buffer.from(`${head('POST', [json, signedIn, `content-length: ${body.length}`])}${END}`), body]),
      );
    },
    () => ({
      pieces: [
        Buffer.from(
          Array.from(
            { length: 2 + random.below(20) },
            () => `GET ${random.pick(PATHS)} HTTP/1.1\r\nHost: spring.localhost${END}`,
          ).join(''),
        ),
      ],
      cut: random.oneIn(3),
      many: true,
    }),
    () => ({
      pieces: [
        Buffer.from(`${head('POST', [json, 'content-length: 2'])}${END}{}GET / HTTP/1.1\r\nHost: kube.localhost${END}`),
      ],
      cut: false,
      many: true,
    }),
    () => once(Buffer.from(Array.from({ length: 1 + random.below(3_000) }, () => random.below(256)))),
    () => once(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03])),
    () => once('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    () => once('\r\n'.repeat(1_000)),
    () => once(''),
  ])();
}

/** What stands behind a path: broken encodings, many segments, odd queries. */
function oddSuffix(random: Random): string {
  return random.pick([
    '%',
    '%zz',
    '%00',
    '%ff%fe',
    '%c0%ae%c0%ae/',
    '%ED%A0%80',
    '%2e%2e%2f',
    '//',
    '/./../',
    ';a=b',
    '?',
    '?a',
    '?a=1&a=2&a[]=3&a[b]=4',
    '?__proto__[x]=1',
    `?${'a=1&'.repeat(900)}`,
    `?tenantId=${'x'.repeat(4_000)}`,
    `/${'a'.repeat(400)}`,
    '/a'.repeat(900),
    'x'.repeat(9_000),
    '#fragment',
    '\\..\\',
    '\x80\xff',
    '%u0041',
    '?q=%',
    '?q=%F0%9F',
    '?redirect=//evil.example',
  ]);
}

/** A form as the provider reads it. */
function fields(random: Random): string {
  const names = [
    'email',
    'password',
    'code',
    'grant_type',
    'client_id',
    'redirect_uri',
    'refresh_token',
    'state',
    'csrf',
    'token',
    'firstName',
    'code_verifier',
    '__proto__',
    '',
  ];
  return Array.from({ length: random.below(8) }, () => {
    const text = hostileText(random).slice(0, 2_000);
    return `${random.pick(names)}=${random.oneIn(3) ? text.replace(/[^\x20-\x7e]/g, '%00') : encodeURIComponent(text.toWellFormed())}`;
  }).join('&');
}
