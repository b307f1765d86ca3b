import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { missingPrograms } from './machine.fixture.ts';
import { type ProxyKind, startProxy } from './proxies.fixture.ts';
import { TlsClient } from './tls-client.fixture.ts';

const KINDS: readonly ProxyKind[] = ['nginx', 'haproxy'];
const SPRING = 'https://spring.example.org';

/** What one server answers, by the path and method of a request. */
interface Answers {
  /** Status of `/health/ready`. */
  ready: number;
  /** Status of what needs the database: `/own`, and every write. */
  database: number;
  /** Status of all other pages. */
  page: number;
}

/** In the place of a server of the academy: it answers with fixed statuses, and notes checks and writes. */
async function serverThat(answers: Answers) {
  const writes: string[] = [];
  const checks: string[] = [];
  const server = createServer(({ url = '', method = '' }, response) => {
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead) writes.push(url);
    if (url.startsWith('/health/')) checks.push(url);
    const needsDatabase = url === '/own' || !isRead;
    const status =
      url === '/health/ready'
        ? answers.ready
        : url.startsWith('/health/')
          ? 200
          : url === '/picture'
            ? 503
            : needsDatabase
              ? answers.database
              : answers.page;
    response.writeHead(status, { 'retry-after': '5' }).end(`words of the academy ${status}`);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, writes, checks };
}

const WELL: Answers = { ready: 200, database: 200, page: 200 };
const NO_DATABASE: Answers = { ready: 503, database: 503, page: 200 };
const AWAY: Answers = { ready: 503, database: 502, page: 502 };

async function behind(kind: ProxyKind, one: Answers, two: Answers) {
  const servers = [await serverThat(one), await serverThat(two)] as const;
  const proxy = await startProxy(kind, [servers[0].port, servers[1].port]);
  const client = new TlsClient(proxy.port, proxy.certificate);
  onTestFinished(async () => {
    client.close();
    await proxy.close();
  });
  const ask = async (path: string, method = 'GET') => {
    const { status, text } = await client.ask(
      `${SPRING}${path}`,
      method === 'GET' ? {} : { method, body: Buffer.from('x') },
    );
    return text.startsWith('words of the academy') ? status : `${status} of the proxy`;
  };
  const times = async (count: number, path: string, method = 'GET') => {
    const all: (number | string)[] = [];
    for (let index = 0; index < count; index += 1) all.push(await ask(path, method));
    return [...new Set(all)];
  };
  return { servers, ask, times };
}

for (const kind of KINDS) {
  const missing = missingPrograms([kind, 'openssl'], { asRoot: false });
  describe.skipIf(missing !== null)(
    `behind ${kind}${missing === null ? '' : ` (${missing})`}`,
    { timeout: 60_000 },
    () => {
      test('a picture whose store is away takes no server from readers', async () => {
        const { times } = await behind(kind, WELL, WELL);
        expect(await times(4, '/picture')).toEqual([503]);
        expect(await times(18, '/courses')).toEqual([200]);
      });

      test('readers go on while no server reaches the database, and writers are told why', async () => {
        const { servers, times } = await behind(kind, NO_DATABASE, NO_DATABASE);
        // nginx asks nothing.
        const checked = () => kind === 'nginx' || servers.every(({ checks }) => checks.length > 5);
        await vi.waitFor(() => expect(checked()).toBe(true), { timeout: 20_000 });
        expect(await times(24, '/courses')).toEqual([200]);
        expect(await times(6, '/own')).toEqual([503]);
        expect(await times(6, '/favorite', 'POST')).toEqual([503]);
        expect(await times(12, '/courses')).toEqual([200]);
      });

      test('a read that one server refuses is asked of the other', async () => {
        const { times } = await behind(kind, NO_DATABASE, WELL);
        expect(await times(12, '/own')).toEqual([200]);
        expect(await times(12, '/courses')).toEqual([200]);
      });

      test('a server that starts or stops gets no reader', async () => {
        const { times } = await behind(kind, AWAY, WELL);
        expect(await times(24, '/courses')).toEqual([200]);
      });

      test('a write is sent once, whatever it is answered', async () => {
        const { servers, times } = await behind(kind, NO_DATABASE, NO_DATABASE);
        await times(10, '/favorite', 'POST');
        expect(servers.flatMap(({ writes }) => writes)).toHaveLength(10);
      });
    },
  );
}

test.skipIf(missingPrograms(['haproxy', 'openssl'], { asRoot: false }) !== null)(
  'HAProxy sends writes to the server that may take them',
  async () => {
    const { ask, times } = await behind('haproxy', NO_DATABASE, WELL);
    await vi.waitFor(async () => expect(await ask('/favorite', 'POST')).toBe(200));
    await vi.waitFor(async () => expect(await times(8, '/favorite', 'POST')).toEqual([200]), { timeout: 10_000 });
  },
);
