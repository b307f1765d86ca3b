import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '@academy/bench/root';
import { packItem } from '@academy/content/pack';
import { aCourse } from '@academy/server/testing/a-course';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { missingPrograms } from './machine.fixture.ts';
import { type ProxyKind, type RunningProxy, startProxy } from './proxies.fixture.ts';
import { signIn } from './sign-in.fixture.ts';
import { type Reply, TlsClient } from './tls-client.fixture.ts';
import { TwoServers } from './two-servers.fixture.ts';

const KINDS: readonly ProxyKind[] = ['nginx', 'haproxy'];
const ALL = process.env.ACADEMY_TEST_ALL === '1';
/** Requests while one server stops. */
const REQUESTS = ALL ? 2_000 : 300;
/** Bytes of a push: more than proxies take by default; in the long run close to the limit of the academy. */
const PUSHED = (ALL ? 22 : 6) * 1024 * 1024;
const SPRING = 'https://spring.example.org';
const API = `${SPRING}/api/v1`;
const admin = { email: 'ada.admin@example.org', password: 'a long password of this test 7' };

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Publishes a course with one lesson through the proxy. */
async function publish(
  client: TlsClient,
  id: string,
  files: Record<string, Uint8Array> = {},
  content = 'Read this.',
): Promise<Reply> {
  const course = aCourse({ id, title: `Course ${id}`, lessons: [{ id: `${id}-first`, content }], files });
  const body = Buffer.from(await packItem({ kind: 'course', ...course }));
  const headers = { authorization: `Bearer ${token}`, tenantid: 'spring', 'content-type': 'application/gzip' };
  return client.ask(`${API}/content/course/${id}`, { method: 'PUT', headers, body });
}

const there = KINDS.filter((kind) => missingPrograms([kind, 'openssl'], { asRoot: false }) === null);
for (const kind of KINDS.filter((one) => !there.includes(one)))
  test.skip(`${kind} and openssl are not on this machine`, () => {});

const servers = new TwoServers();
let token = '';
beforeAll(async () => {
  if (there.length === 0) return;
  await servers.open();
  const person = ['--email', admin.email, '--first-name', 'Ada', '--last-name', 'Admin'];
  await servers.command(['user', 'add', ...person, '--admin'], `${admin.password}\n`);
  const of = ['--person', admin.email, '--tenant', 'spring', '--name', 'proxies', '--ability', 'content:write'];
  token = (JSON.parse(await servers.command(['token', 'create', ...of, '--json'])) as { token: string }).token;
}, 600_000);
afterAll(() => servers.close(), 60_000);

describe.each(there)('behind %s, configured by the example', { timeout: 120_000 }, (kind) => {
  let proxy: RunningProxy;
  let client: TlsClient;
  beforeAll(async () => {
    proxy = await startProxy(kind, servers.ports);
    client = new TlsClient(proxy.port, proxy.certificate);
  }, 60_000);
  afterAll(async () => {
    client.close();
    await proxy.close();
  }, 60_000);

  test('pages come by TLS, by HTTP/2 and HTTP/1.1, and plain requests are led there', async () => {
    for (const reply of [await client.ask(`${SPRING}/`), await client.askHttp2(`${SPRING}/`)]) {
      expect(reply.status).toBe(200);
      expect(reply.text).toContain('<!doctype html>');
      expect(reply.headers['strict-transport-security']).toBeDefined();
      expect(reply.headers.etag).toBeDefined();
    }
    const plain = await fetch(`http://127.0.0.1:${proxy.plainPort}/courses?level=beginner`, { redirect: 'manual' });
    expect(plain.status).toBe(301);
    expect(plain.headers.get('location')).toBe(
      `https://127.0.0.1${kind === 'nginx' ? '' : `:${proxy.plainPort}`}/courses?level=beginner`,
    );
  });

  test('a shared cache may keep what the page about CDNs says', async () => {
    const id = `cached-${kind}`;
    const published = await publish(client, id, { 'dot.png': PICTURE }, '![A dot](/dot.png)');
    expect(published.text).toContain('"success":true');
    const { text } = await client.ask(`${SPRING}/courses/${id}/lessons/${id}-first`);
    const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(text) ?? [];
    const [picture = ''] = /\/assets\/content\/\w+\.png/.exec(text) ?? [];
    const people = { authorization: `Bearer ${await signIn(client, admin)}`, tenantid: 'spring' };
    const addresses: Record<string, string> = {
      '/api/v1/courses/list': `${API}/courses/list?tenantId=spring`,
      '/assets/*.js': `${SPRING}${script}`,
      '/assets/content/*.png': `${SPRING}${picture}`,
      '/idp/': 'https://login.example.org/idp/account',
    };
    const page = readFileSync(join(ROOT, 'docs/how-to/cdn.md'), 'utf8');
    const rows = [...page.matchAll(/^\| ([^|]+) \| `([^`]+)` \| `([^`]+)` \|$/gm)];
    expect(rows).toHaveLength(11);
    for (const [, what = '', example = '', wanted] of rows) {
      const isPersonal = /logged in|administration/.test(what);
      const url = addresses[example] ?? `${SPRING}${example}`;
      const { status, headers } = await client.ask(url, isPersonal ? { headers: people } : {});
      expect(status, what).toBeLessThan(400);
      expect(headers['cache-control'], what).toBe(wanted);
      if (wanted === 'no-store') continue;
      expect(headers.etag, what).toBeDefined();
      expect(headers['set-cookie'], what).toBeUndefined();
      const again = await client.ask(url, { headers: { 'if-none-match': String(headers.etag) } });
      expect(again.status, what).toBe(304);
    }
    const list = await client.ask(addresses['/api/v1/courses/list'] ?? '');
    expect(list.headers.vary).toBe('accept-encoding, accept-language, authorization, tenantid, origin');
  });

  test('what a client claims about its address, host and protocol is not believed', async () => {
    const discovery = 'https://login.example.org/idp/.well-known/openid-configuration';
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', forwarded: 'host=evil.example' };
    const { status, text } = await client.ask(discovery, { headers });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      issuer: 'https://login.example.org/idp/',
      jwks_uri: 'https://login.example.org/idp/oauth2/v1/keys',
    });
    expect(text).not.toContain('evil');

    // Look-ups of accounts are counted by address: 10 a minute.
    const lookUp = (claimed: string, from?: string) =>
      client.ask(`${API}/user/getUserDetails`, {
        headers: { email: 'nobody@example.org', 'x-forwarded-for': claimed },
        ...(from === undefined ? {} : { from }),
      });
    const own = kind === 'nginx' ? '127.0.0.2' : '127.0.0.3';
    const answers: number[] = [];
    for (let count = 1; count <= 11; count += 1) answers.push((await lookUp(`192.0.2.${count}`, own)).status);
    expect(answers).toEqual([...Array(10).fill(200), 429]);
    expect((await lookUp('192.0.2.1', kind === 'nginx' ? '127.0.0.4' : '127.0.0.5')).status).toBe(200);
  });

  test('an author publishes large files', async () => {
    const films = (bytes: number) =>
      Object.fromEntries(['one', 'two', 'three'].map((name) => [`${name}.mp4`, randomBytes(Math.ceil(bytes / 3))]));
    const id = `behind-${kind}`;
    const published = await publish(client, id, films(PUSHED));
    expect(published.text).toContain('"success":true');
    expect((await client.ask(`${SPRING}/courses/${id}`)).text).toContain(`Course ${id}`);
  });

  // A start takes seconds: the usual run stops a server behind one of them.
  test.skipIf(!ALL && kind !== there.at(-1))(
    'nothing that signed-in people do fails while a server stops',
    async () => {
      const bearer = await signIn(client, admin);
      const headers = { authorization: `Bearer ${bearer}`, tenantid: 'spring', 'content-type': 'application/json' };
      const id = `stop-${kind}`;
      const published = await publish(client, id);
      expect(published.text).toContain('"success":true');

      const [one] = servers.ports;
      const failed: string[] = [];
      let sent = 0;
      /** Requests that are still sent once the server has ended; all of them are at least REQUESTS. */
      let left = 50;
      let stopping: Promise<void> | null = null;
      let hasStopped = false;
      const work = async () => {
        while (!hasStopped || left > 0 || sent < REQUESTS) {
          sent += 1;
          if (hasStopped) left -= 1;
          if (sent === 50)
            stopping = servers.stop(one).then(() => {
              hasStopped = true;
            });
          const [isWrite, operationType] = [sent % 2 === 0, sent % 4 === 0 ? 'save' : 'remove'];
          const reply = await (isWrite
            ? client.ask(`${API}/favorite`, {
                method: 'POST',
                headers,
                body: JSON.stringify({ id, operationType, likeableType: 'course' }),
              })
            : client.ask(`${SPRING}/courses/${id}`)
          ).catch((error: Error) => ({ status: 0, text: error.message }));
          if (reply.status !== 200)
            failed.push(`${isWrite ? 'write' : 'page'} ${reply.status} ${reply.text.slice(0, 120)}`);
        }
      };
      await Promise.all(Array.from({ length: 8 }, work));
      await stopping;
      expect(failed).toEqual([]);
      if (kind !== there.at(-1)) await servers.start(one);
    },
  );

  test('an admin signs in on the provider’s host and downloads a table', async () => {
    const headers = { authorization: `Bearer ${await signIn(client, admin)}`, tenantid: 'spring' };
    const file = await client.ask(`${API}/admin/exports/users.csv`, { headers });
    expect(file.headers['content-type']).toContain('text/csv');
    expect(file.text).toContain(admin.email);
  });

  test('WebSockets and rows of long tables are passed on as they come', async () => {
    // In place of the academy: something that says the second row when the first one has arrived.
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const upstream = createServer((request, response) => {
      if (request.url?.startsWith('/health/')) return void response.end();
      response.writeHead(200, { 'content-type': 'text/csv', 'x-accel-buffering': 'no' });
      response.write('first\r\n');
      void arrived.then(() => response.end('second\r\n'));
    });
    const sockets = new WebSocketServer({ server: upstream });
    sockets.on('connection', (socket) => socket.on('message', (message) => socket.send(message)));
    await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening));
    const { port } = upstream.address() as AddressInfo;
    const other = await startProxy(kind, [port, port]);
    onTestFinished(async () => {
      await other.close();
      sockets.close();
      upstream.closeAllConnections();
      upstream.close();
    });
    const place = { ca: other.certificate, servername: 'spring.example.org', host: '127.0.0.1', port: other.port };
    const rows = await new Promise<string>((resolve, reject) => {
      const asked = get({ ...place, headers: { host: 'spring.example.org' }, agent: false }, (response) => {
        response.once('data', arrive);
        resolve(text(response));
      });
      asked.on('error', reject);
    });
    expect(rows).toBe('first\r\nsecond\r\n');

    const socket = new WebSocket(`wss://spring.example.org:${other.port}/api/v1/labs/sessions/x/channel`, {
      ca: other.certificate,
      lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    const message = await new Promise<string>((resolve, reject) => {
      socket.on('open', () => socket.send('over and back')).on('error', reject);
      socket.on('message', (bytes) => resolve(String(bytes)));
    });
    expect(message).toBe('over and back');
    socket.terminate();
  });

  test('pages of labs pass with any path, and their failures count for no server', async () => {
    const upstream = createServer(({ headers, url }, response) => {
      const isLab = headers.host === 'x-8080.academy-labs.example.net';
      response.writeHead(isLab && url === '/any/x' ? 503 : 200).end(isLab ? 'lab' : 'academy');
    });
    await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening));
    const { port } = upstream.address() as AddressInfo;
    const other = await startProxy(kind, [port, port]);
    onTestFinished(async () => {
      await other.close();
      upstream.closeAllConnections();
      upstream.close();
    });
    const ask = (host: string, path: string) =>
      new Promise<string>((resolve, reject) => {
        const place = { ca: other.certificate, servername: 'spring.example.org', host: '127.0.0.1', port: other.port };
        get({ ...place, path, headers: { host }, agent: false }, (reply) => {
          void text(reply).then((said) => resolve(`${reply.statusCode} ${said}`));
        }).on('error', reject);
      });
    const lab = 'x-8080.academy-labs.example.net';
    for (let times = 0; times < 3; times += 1) expect(await ask(lab, '/any/x')).toBe('503 lab');
    expect(await ask('spring.example.org', '/')).toBe('200 academy');
    expect(await ask(lab, '/')).toBe('200 lab');
  });

  test('terminals and pages of labs are led straight to their lab host', async () => {
    const ports: number[] = [];
    for (const name of ['academy', 'one', 'two']) {
      const upstream = createServer((_request, response) => void response.end(name));
      const sockets = new WebSocketServer({ server: upstream });
      sockets.on('connection', (socket) => socket.send(name));
      await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening));
      ports.push((upstream.address() as AddressInfo).port);
      onTestFinished(() => {
        for (const socket of sockets.clients) socket.terminate();
        upstream.closeAllConnections();
        upstream.close();
      });
    }
    const [academy = 0, one = 0, two = 0] = ports;
    const other = await startProxy(kind, [academy, academy], [one, two]);
    onTestFinished(() => other.close());
    const place = { ca: other.certificate, servername: 'spring.example.org', host: '127.0.0.1', port: other.port };
    const terminal = (number: string) =>
      new Promise<string>((resolve, reject) => {
        const path = `/api/v1/labs/hosts/${number}/sessions/x/channel`;
        const socket = new WebSocket(`wss://spring.example.org:${other.port}${path}`, {
          ca: other.certificate,
          lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
        });
        socket.on('error', reject).on('message', (bytes) => {
          resolve(String(bytes));
          socket.terminate();
        });
      });
    const page = (number: string, path = '/') =>
      new Promise<string>((resolve, reject) => {
        const headers = { host: `${number}${'a'.repeat(48)}-8080.academy-labs.example.net` };
        get({ ...place, path, headers, agent: false }, (reply) => resolve(text(reply))).on('error', reject);
      });
    expect([await terminal('00000001'), await terminal('00000002')]).toEqual(['one', 'two']);
    expect([await page('00000001'), await page('00000002')]).toEqual(['one', 'two']);
    // Programs of learners may use any path, and servers pass on what belongs to a host without a number.
    expect(await page('00000001', '/api/v1/labs/hosts/00000002/x')).toBe('one');
    expect([await terminal('3fa9c1d2'), await page('3fa9c1d2')]).toEqual(['academy', 'academy']);
  });

  test('readers are told with 502 or 503 that every server is away', async () => {
    const nobody = await startProxy(kind, [1, 2]);
    const asking = new TlsClient(nobody.port, nobody.certificate);
    onTestFinished(async () => {
      asking.close();
      await nobody.close();
    });
    expect((await asking.ask(`${API}/courses/list?tenantId=spring`)).status).toBe(kind === 'nginx' ? 502 : 503);
  });
});
