import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type LabProxy, labProxy, type ProxyEntry, type ProxyOptions } from './lab-proxy.ts';
import { hostRule } from './permitted-hosts.ts';

const portOf = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port;

/** A host outside: what it was asked, and a reply for each path. */
let outside: Server;
let port = 0;
let asked: IncomingMessage[] = [];

const REPLIES: Readonly<Record<string, (asked: IncomingMessage, reply: ServerResponse) => void>> = {
  '/file': (_asked, reply) => reply.end('the file'),
  '/echo': (message, reply) => message.pipe(reply),
  '/moved': (_asked, reply) => reply.writeHead(302, { location: 'http://elsewhere.test/secret' }).end(),
  '/huge': (_asked, reply) => {
    const piece = Buffer.alloc(64 * 1024);
    const more = () => {
      while (!reply.destroyed && reply.write(piece));
    };
    reply.on('drain', more);
    more();
  },
  '/slow': (_asked, reply) => {
    reply.write('begun');
    const timer = setInterval(() => reply.write('.'), 50);
    reply.on('close', () => clearInterval(timer));
  },
  '/stuck': (_asked, reply) => void reply.write('begun'),
};

beforeAll(async () => {
  outside = createServer((message, reply) => {
    asked.push(message);
    REPLIES[new URL(message.url ?? '', 'http://x').pathname]?.(message, reply);
  });
  outside.listen(0, '127.0.0.1');
  await once(outside, 'listening');
  port = portOf(outside);
});
afterAll(() => {
  outside.closeAllConnections();
  outside.close();
});

let proxy: LabProxy | undefined;
let entries: ProxyEntry[] = [];
afterEach(() => {
  proxy?.close();
  entries = [];
  asked = [];
});

/** A proxy whose lab may reach the host outside, by its name and address. */
async function start(changes: Partial<ProxyOptions> = {}): Promise<number> {
  proxy = labProxy({
    hosts: [`repo.test:${port}`, `127.0.0.1:${port}`].flatMap((entry) => hostRule(entry) ?? []),
    ...{ maxBytes: 100_000_000, maxSeconds: 60, own: [] },
    resolve: async () => ['127.0.0.1'],
    onEntry: (entry) => void entries.push(entry),
    ...changes,
  });
  proxy.server.listen(0, '127.0.0.1');
  await once(proxy.server, 'listening');
  return portOf(proxy.server);
}

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
  /** True: the reply broke off. */
  isCut: boolean;
}

/** Asks through the proxy, as programs do. */
function ask(through: number, url: string, body = '', headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { host } = new URL(url);
    const sent = request({
      ...{ host: '127.0.0.1', port: through, path: url, headers: { host, ...headers }, agent: false },
      method: body === '' ? 'GET' : 'POST',
    });
    sent.on('error', reject);
    sent.on('response', (reply) => {
      let text = '';
      const settle = (isCut: boolean) =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text, isCut });
      reply.setEncoding('latin1').on('data', (piece: string) => {
        text += piece;
      });
      reply.on('error', () => settle(true));
      reply.on('end', () => settle(!reply.complete));
    });
    sent.end(body);
  });
}

/** Asks for a tunnel. @returns its socket where it was opened */
async function tunnel(through: number, target: string): Promise<{ status: number; socket: Socket }> {
  const socket = connect(through, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
  const [head] = (await once(socket, 'data')) as [Buffer];
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head.toString())?.[1]), socket };
}

/** Waits until a socket is closed, also by a reset. */
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

/** Waits for the entry of a connection. */
async function entry(): Promise<ProxyEntry> {
  for (;;) {
    const [first] = entries;
    if (first !== undefined) return first;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test('what is asked of a listed host arrives there and is answered', async () => {
  const through = await start();
  expect(await ask(through, `http://repo.test:${port}/echo?name=x`, 'hello')).toMatchObject({
    ...{ status: 200, text: 'hello', isCut: false },
  });
  expect(asked[0]?.url).toBe('/echo?name=x');
  expect(asked[0]?.headers.host).toBe(`repo.test:${port}`);
});

test('headers for the proxy are not passed on', async () => {
  const through = await start();
  const headers = { 'proxy-authorization': 'Basic c2VjcmV0', connection: 'x-hop', 'x-hop': '1', 'x-kept': '2' };
  await ask(through, `http://repo.test:${port}/file`, '', headers);
  expect(asked[0]?.headers).toMatchObject({ 'x-kept': '2' });
  expect(asked[0]?.headers).not.toHaveProperty('proxy-authorization');
  expect(asked[0]?.headers).not.toHaveProperty('x-hop');
});

test('a tunnel to a listed host carries bytes both ways', async () => {
  const { status, socket } = await tunnel(await start(), `repo.test:${port}`);
  expect(status).toBe(200);
  socket.write('GET /file HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  let text = '';
  for await (const piece of socket) text += String(piece);
  expect(text).toMatch(/\r\n\r\nthe file$|the file/);
  expect(await entry()).toMatchObject({ host: 'repo.test', port, refusal: null });
});

test.each(['elsewhere.test:443', 'repo.test:22', '127.0.0.1:22', '169.254.169.254:80'])(
  'a tunnel to %s, which is not listed, is refused',
  async (target) => {
    const { status } = await tunnel(await start(), target);
    expect(status).toBe(403);
    expect(await entry()).toMatchObject({ refusal: 'not-listed', bytesDown: 0 });
  },
);

test.each(['http://elsewhere.test/', 'http://169.254.169.254/latest/meta-data/', 'http://127.0.0.1/', 'http://[::1]/'])(
  '%s, which is not listed, is refused',
  async (url) => {
    expect(await ask(await start(), url)).toMatchObject({ status: 403 });
    expect(await entry()).toMatchObject({ refusal: 'not-listed' });
  },
);

test.each(['127.0.0.2', '10.0.0.1', '169.254.169.254', 'fd00::1', '::ffff:127.0.0.1'])(
  'a listed name that leads to %s is refused',
  async (address) => {
    const through = await start({ resolve: async () => [address] });
    expect(await ask(through, `http://repo.test:${port}/file`)).toMatchObject({ status: 403 });
    expect((await tunnel(through, `repo.test:${port}`)).status).toBe(403);
    expect(entries.map(({ refusal }) => refusal)).toEqual(['not-public', 'not-public']);
    expect(asked).toEqual([]);
  },
);

test("a listed name that leads to the server's own public address is refused", async () => {
  const through = await start({ resolve: async () => ['192.88.98.7'], own: ['192.88.98.7'] });
  expect((await tunnel(through, `repo.test:${port}`)).status).toBe(403);
});

// Shows security#lab-network
test('a name is resolved once, and connected to where it led then', async () => {
  const answers = [['127.0.0.1'], ['169.254.169.254']];
  let questions = 0;
  const through = await start({ resolve: async () => answers[questions++] ?? [] });
  expect(await ask(through, `http://repo.test:${port}/file`)).toMatchObject({ text: 'the file' });
  expect(questions).toBe(1);
});

test('a redirect is handed to the program, which is refused when it follows', async () => {
  const through = await start();
  const { status, headers } = await ask(through, `http://repo.test:${port}/moved`);
  expect(status).toBe(302);
  expect(await ask(through, headers.location ?? '')).toMatchObject({ status: 403 });
  expect(asked).toHaveLength(1);
});

test('a lab gets no more bytes than it may, and then nothing', async () => {
  const through = await start({ maxBytes: 1_000_000 });
  const { text, isCut } = await ask(through, `http://repo.test:${port}/huge`);
  expect(isCut).toBe(true);
  expect(text.length).toBeGreaterThan(500_000);
  expect(text.length).toBeLessThan(1_300_000);
  expect(await entry()).toMatchObject({ refusal: 'too-much' });
  expect((await tunnel(through, `repo.test:${port}`)).status).toBe(403);
  expect(proxy?.counts).toMatchObject({ connections: 2, refused: 2 });
});

test('a lab sends no more bytes than it may through a tunnel', async () => {
  const { socket } = await tunnel(await start({ maxBytes: 100_000 }), `repo.test:${port}`);
  socket.write('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\n');
  socket.write(Buffer.alloc(1_000_000));
  socket.resume();
  await closed(socket);
  expect(await entry()).toMatchObject({ refusal: 'too-much' });
});

test('a connection that goes on too long is ended', async () => {
  const through = await start({ maxSeconds: 0.3 });
  expect(await ask(through, `http://repo.test:${port}/slow`)).toMatchObject({ isCut: true });
  expect(await entry()).toMatchObject({ refusal: 'too-long' });
});

test('a connection through which nothing goes is ended', async () => {
  const through = await start({ idleMs: 100 });
  expect(await ask(through, `http://repo.test:${port}/stuck`)).toMatchObject({ isCut: true });
  const { socket } = await tunnel(through, `repo.test:${port}`);
  socket.resume();
  await closed(socket);
  expect(entries.map(({ refusal }) => refusal)).toEqual(['too-long', 'too-long']);
});

test('a lab has a limited number of connections open', async () => {
  const through = await start();
  const opened = await Promise.all(Array.from({ length: 70 }, () => tunnel(through, `repo.test:${port}`)));
  const refused = opened.filter(({ status }) => status === 503);
  expect(refused.length).toBe(6);
  for (const { socket } of opened) socket.destroy();
});

test('a host that does not answer is said to be unreachable', async () => {
  const hosts = ['127.0.0.1:1'].flatMap((one) => hostRule(one) ?? []);
  const through = await start({ hosts });
  expect(await ask(through, 'http://127.0.0.1:1/')).toMatchObject({ status: 502 });
  expect((await tunnel(through, '127.0.0.1:1')).status).toBe(502);
});

test('a reply that cannot be repeated harms nobody', async () => {
  const strange = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end('HTTP/1.1 099 Strange\r\nContent-Length: 0\r\n\r\n'));
  }).listen(0, '127.0.0.1');
  await once(strange, 'listening');
  const target = `127.0.0.1:${portOf(strange)}`;
  const through = await start({ hosts: [target].flatMap((one) => hostRule(one) ?? []) });
  expect(await ask(through, `http://${target}/`)).toMatchObject({ status: 502 });
  strange.close();
});

test.each([
  ['GET /file HTTP/1.1\r\nHost: repo.test\r\n\r\n', 400],
  ['GET https://repo.test/ HTTP/1.1\r\nHost: repo.test\r\n\r\n', 400],
  ['GET ftp://repo.test/ HTTP/1.1\r\nHost: repo.test\r\n\r\n', 400],
  ['CONNECT user@repo.test:443 HTTP/1.1\r\nHost: repo.test\r\n\r\n', 400],
])('%j is not understood', async (words, status) => {
  const socket = connect(await start(), '127.0.0.1');
  socket.write(words);
  const [head] = (await once(socket, 'data')) as [Buffer];
  expect(head.toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  socket.destroy();
});

// Shows security#lab-network
test('a connection is noted without paths, queries and headers', async () => {
  const through = await start();
  await ask(through, `http://repo.test:${port}/echo?token=SECRET`, 'SECRET', { authorization: 'SECRET' });
  const noted = await entry();
  expect(JSON.stringify(noted)).not.toContain('SECRET');
  expect(noted).toMatchObject({ host: 'repo.test', port, refusal: null, bytesUp: 6, bytesDown: 6 });
});

test('when a lab ends, its connections are cut', async () => {
  const { socket } = await tunnel(await start(), `repo.test:${port}`);
  proxy?.close();
  socket.resume();
  await closed(socket);
});
