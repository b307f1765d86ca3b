import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { LAB_CHANNEL_PROTOCOL } from '@academy/contract/lab-channel';
import {
  type LabSession,
  openLabChannel,
  openLabPage,
  startLabSession,
  terminateLabSession,
} from '@academy/contract/labs';
import { endLocalSession } from '@academy/contract/sign-in';
import type { LabHost } from '@academy/lab-host/lab-host';
import { aLabHost } from '@academy/lab-host/testing/a-lab-host';
import { hasPrograms, LAB_PROGRAM, startOf } from '@academy/lab-host/testing/lab-program';
import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createMetrics } from '../metrics/metrics.ts';
import { aCourse } from '../testing/a-course.ts';
import { aWorkshop } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp, type TestApp } from '../testing/start-app.ts';
import { Channel, listen, openChannel } from './lab-page.fixture.ts';

const ORIGIN = 'http://spring.localhost:3000';
const LAB = { url: `${ORIGIN}/courses/l/lessons/here`, lessonId: 'here' };
const PORT = 8080;

interface Place {
  app: TestApp;
  server: Server;
  port: number;
}

interface Reply {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

/** A page of a lab, as a browser knows it. */
interface Page {
  url: URL;
  cookie: string;
}

describe.skipIf(!hasSandboxes || !hasPrograms)('a page of a lab', () => {
  const metrics = createMetrics({ version: '1', withProcess: false });
  const places: Place[] = [];
  let host: LabHost;
  let here: Place;
  let there: Place;
  /** A learner whose program runs during all tests. */
  let ada: Awaited<ReturnType<typeof aLearner>>;

  async function place(beside?: TestApp): Promise<Place> {
    const { server, port } = await listen();
    const app = await startApp({
      ...(beside === undefined ? { metrics } : { beside }),
      labs: {
        ...{ engines: { spring: 'sandbox' }, portals: [], statusEveryMs: 0 },
        hosts: () => [host.place],
        servers: { beatMs: 100 },
        pagesOrigin: 'http://labs.localhost:3000',
      },
    });
    server.on('request', app.handle);
    if (app.upgrade !== null) server.on('upgrade', app.upgrade);
    const made = { app, server, port };
    places.push(made);
    return made;
  }

  beforeAll(async () => {
    host = await aLabHost({ memoryMegabytes: 256 });
    here = await place();
    there = await place(here.app);
    const lab = { id: 'here', type: 'lab' as const, settings: { educates: 'lab-here' } };
    await publishCourse(here.app, 'spring', aCourse({ id: 'spring-l', slug: 'l', lessons: [lab] }));
    await publishItem(here.app, 'spring', aWorkshop('lab-here', 'The lab'));
    ada = await aLearnerWithProgram();
  });
  afterAll(async () => {
    await ada?.end();
    await host?.close();
    for (const { server } of places) {
      server.close();
      server.closeAllConnections();
    }
  });

  /** Sends a request to a server, as a browser or a proxy does. */
  function send(
    url: URL,
    options: { cookie?: string; headers?: Record<string, string>; method?: string; body?: string; at?: Place } = {},
  ): ClientRequest {
    const { cookie, headers = {}, method = 'GET', body, at = here } = options;
    const asked = httpRequest({
      ...{ host: '127.0.0.1', port: at.port, method, path: url.pathname + url.search, setHost: false },
      headers: { host: url.host, ...(cookie === undefined ? {} : { cookie }), ...headers },
    });
    asked.end(body);
    return asked;
  }
  async function ask(...parameters: Parameters<typeof send>): Promise<Reply> {
    const [reply] = (await once(send(...parameters), 'response')) as [IncomingMessage];
    return { status: reply.statusCode ?? 0, headers: reply.headers, text: await text(reply) };
  }
  /** Sends bytes as they are; the reply must close the connection. */
  async function sendRaw(lines: string[]): Promise<string> {
    const socket = connect(here.port, '127.0.0.1');
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return text(socket);
  }
  const path = (page: Page, to: string): URL => new URL(to, page.url);

  async function aLearner(at = here) {
    const who = await here.app.aPerson();
    const as = { bearer: await who.bearer({ grantId: `grant-${who.personId}` }) };
    const { body } = await at.app.call(startLabSession, { headers: {}, body: LAB }, as);
    const session = body.data as LabSession;
    const params = { id: session.id };
    /** The address with a ticket. */
    const address = async (port = PORT, path = '/', from = at) => {
      const { status, body } = await from.app.call(openLabPage, { params, body: { port, path } }, as);
      return { status, code: body.errors[0]?.code, url: (body.data as { url: string } | null)?.url ?? '' };
    };
    return {
      as,
      params,
      address,
      async page(port = PORT): Promise<Page> {
        const { url } = await address(port);
        const { status, headers } = await ask(new URL(url), { at });
        expect(status).toBe(303);
        return { url: new URL(url), cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '' };
      },
      async run(script: string) {
        const { body } = await at.app.call(openLabChannel, { params }, as);
        const { channel } = body.data as { channel: { path: string; ticket: string } };
        const made = await openChannel(at.port, channel.path, [LAB_CHANNEL_PROTOCOL, channel.ticket], ORIGIN);
        if (!(made instanceof Channel)) throw new Error(`the channel was refused with ${made}`);
        await made.ask({ kind: 'write', path: 'serve.py', text: LAB_PROGRAM });
        const done = await made.ask({ kind: 'test', script, words: [], seconds: 20 });
        expect(done).toMatchObject({ exitCode: 0 });
        made.close();
      },
      end: () => at.app.call(terminateLabSession, { params }, as),
    };
  }
  async function aLearnerWithProgram(at = here) {
    const learner = await aLearner(at);
    await learner.run(startOf('serve.py', PORT));
    return learner;
  }

  it('is shown to its learner: pages, bodies, streams and WebSockets', async () => {
    const { url } = await ada.address(PORT, '/asked?a=b#c');
    const entered = await ask(new URL(url));
    expect(entered).toMatchObject({ status: 303, headers: { 'cache-control': 'no-store' } });
    expect(entered.headers.location).toBe(`${new URL(url).origin}/asked?a=b#c`);
    expect(entered.headers['set-cookie']).toEqual([
      expect.stringMatching(/^academy-lab=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=None; Partitioned$/),
    ]);
    const page = await ada.page();
    const shown = await ask(path(page, '/'), page);
    expect(shown).toMatchObject({ status: 200, headers: { 'content-security-policy': `frame-ancestors ${ORIGIN}` } });
    expect(shown.text).toContain('Hello from the lab');
    expect(await ask(path(page, '/no/such'), page)).toMatchObject({ status: 404, text: 'no such page' });
    expect((await ask(path(page, '/large'), page)).text.length).toBe(5_000_000);
    const body = 'x'.repeat(300_000);
    for (const headers of [{ 'content-length': '300000' }, { 'transfer-encoding': 'chunked' }]) {
      const posted = await ask(path(page, '/'), { ...page, method: 'POST', body, headers });
      expect(JSON.parse(posted.text)).toMatchObject({ bytes: 300_000 });
    }
    const away = await ask(path(page, '/away'), page);
    expect(away).toMatchObject({ status: 302, headers: { location: path(page, '/asked').href } });

    const [events] = (await once(send(path(page, '/events'), page), 'response')) as [IncomingMessage];
    expect(String((await once(events, 'data'))[0])).toContain('data: 0');
    events.destroy();
  });

  function openSocket(
    page: Page,
    more: { origin?: string; cookie?: string; at?: Place; path?: string } = {},
  ): Promise<WebSocket | number> {
    const { origin = page.url.origin, cookie = page.cookie, at = here, path = '/socket' } = more;
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${at.port}${path}`, {
        ...{ origin, headers: { host: page.url.host, cookie } },
      });
      socket.on('open', () => resolve(socket));
      socket.on('error', reject);
      socket.on('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode));
    });
  }
  async function echoed(socket: WebSocket | number): Promise<string> {
    if (typeof socket === 'number') throw new Error(`the WebSocket was refused with ${socket}`);
    socket.send('ping');
    const [words] = await once(socket, 'message');
    return String(words);
  }

  it('has WebSockets, which pages of other origins cannot open', async () => {
    const ada = await aLearnerWithProgram();
    const page = await ada.page();
    const socket = await openSocket(page, { path: '/strict-socket' });
    expect(await echoed(socket)).toBe('ping');
    expect(await openSocket(page, { origin: 'https://evil.example' })).toBe(403);
    expect(await openSocket(page, { origin: ORIGIN })).toBe(403);
    expect(await openSocket(page, { cookie: '' })).toBe(403);
    expect(await openSocket(await ada.page(8081))).toBe(404);
    const closed = once(socket as WebSocket, 'close');
    await ada.end();
    await closed;
  });

  it('says that nothing listens yet, and shows the program once it does', async () => {
    const ada = await aLearner();
    const page = await ada.page();
    const german = { ...page, headers: { accept: 'text/html', 'accept-language': 'de' } };
    const closed = await ask(path(page, '/'), german);
    expect(closed).toMatchObject({ status: 404, headers: { 'retry-after': '3' } });
    expect(closed.text).toContain('<h1>Nothing listens on port 8080 yet</h1>');
    expect(closed.text).toContain('<meta http-equiv="refresh" content="3">');
    expect(await ask(path(page, '/data.json'), page)).toMatchObject({
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
    await ada.run(startOf('serve.py', PORT));
    expect(await ask(path(page, '/'), page)).toMatchObject({ status: 200 });
    const broken = await ask(path(page, '/broken'), { ...page, headers: { accept: 'text/html' } });
    expect(broken).toMatchObject({ status: 502, headers: { 'retry-after': '3' } });
    expect(broken.text).toContain('<meta http-equiv="refresh" content="3">');
    await ada.end();
    expect(await ask(path(page, '/'), page)).toMatchObject({ status: 410 });
    for (const outcome of ['sent', 'closed', 'failed', 'ended'])
      await expect
        .poll(async () => (await metrics.text()).text)
        .toContain(`academy_lab_pages_total{outcome="${outcome}"}`);
  });

  // Shows security#header-authority
  it('is opened by a ticket once, and by nobody else’s', async () => {
    const [ada, eve] = [await aLearnerWithProgram(), await aLearnerWithProgram()];
    const [hers, his] = [await ada.page(), await eve.page()];
    const { url } = await ada.address();
    expect(await ask(new URL(url))).toMatchObject({ status: 303 });
    expect(await ask(new URL(url))).toMatchObject({ status: 403 });
    // A ticket of another lab, or of another port, at this host.
    for (const other of [await eve.address(), await ada.address(8081)]) {
      const ticket = new URL(other.url).search;
      expect(await ask(path(hers, `/.academy-lab${ticket}`))).toMatchObject({ status: 403 });
      expect(await ask(new URL(other.url))).toMatchObject({ status: 403 });
    }
    expect(await ask(path(hers, '/.academy-lab?ticket='))).toMatchObject({ status: 403 });
    // No cookie, that of another lab, of another port, or a guessed one.
    const cookies = ['', his.cookie, (await ada.page(8081)).cookie, 'academy-lab=x', `${hers.cookie}x`];
    for (const cookie of cookies) expect(await ask(path(hers, '/'), { cookie })).toMatchObject({ status: 403 });
    expect(await ask(path(hers, '/'), hers)).toMatchObject({ status: 200 });
    // Nobody gets an address of somebody else's lab.
    const foreign = { params: ada.params, body: { port: PORT, path: '/' } };
    expect((await here.app.call(openLabPage, foreign, eve.as)).body.errors[0]?.code).toBe('not-found');
    expect((await here.app.call(openLabPage, foreign, {})).status).toBe(401);
    await Promise.all([ada.end(), eve.end()]);
  });

  // Shows security#header-authority
  it('belongs to a log-in, and ends with it', async () => {
    const ada = await aLearnerWithProgram();
    const page = await ada.page();
    const socket = (await openSocket(page)) as WebSocket;
    const unused = await ada.address();
    const closed = once(socket, 'close');
    await here.app.call(endLocalSession, {}, ada.as);
    await closed;
    expect(await ask(path(page, '/'), page)).toMatchObject({ status: 404 });
    expect(await ask(new URL(unused.url))).toMatchObject({ status: 404 });
  });

  it('leads to ports of programs only, and to paths of its own host', async () => {
    const ada = await aLearner();
    for (const port of [0, 80, 1023, 65_536, 8080.5, -1])
      expect(await ada.address(port)).toMatchObject({ status: 400 });
    const paths = ['', 'x', '//evil.example', '/\\evil.example', '/\r\nset-cookie: x', '/ä', `/${'x'.repeat(2_000)}`];
    for (const path of paths) expect(await ada.address(PORT, path)).toMatchObject({ status: 400 });
    await ada.end();
  });

  // Shows security#lab-origins
  it('keeps what belongs to the academy from the lab, and the other way round', async () => {
    const page = await ada.page();
    const token = await here.app.aToken(await here.app.aPerson({ admin: true }), 'spring', ['content:write'] as never);
    const { text } = await ask(path(page, '/asked'), {
      cookie: `academy_session_1=secret; ${page.cookie}; own=1`,
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.7', 'x-academy-passed': '' },
    });
    const asked = JSON.parse(text) as { headers: [string, string][] };
    const headers = Object.fromEntries(asked.headers.map(([name, value]) => [name.toLowerCase(), value]));
    expect(headers).toEqual({
      ...{ host: 'localhost:8080', connection: 'close', cookie: 'own=1' },
      ...{ 'x-forwarded-host': page.url.host, 'x-forwarded-proto': 'http' },
    });
    const bearer = await ask(path(page, '/asked'), { ...page, headers: { authorization: `Bearer ${ada.as.bearer}` } });
    expect(bearer.text).not.toContain(ada.as.bearer);
    const said = await ask(path(page, '/said'), page);
    expect(said.headers['set-cookie']).toEqual(['JSESSIONID=1; Path=/; HttpOnly; Secure; SameSite=None; Partitioned']);
    for (const name of ['x-frame-options', 'strict-transport-security', 'clear-site-data'])
      expect(said.headers).not.toHaveProperty(name);
  });

  // Shows security#lab-origins
  it('is never part of the academy, whatever host or address a request names', async () => {
    const page = await ada.page();
    const { host } = page.url;
    const line = async (...lines: string[]) => (await sendRaw([...lines, 'connection: close'])).split('\r\n')[0];
    expect(await line(`GET http://${host}/asked HTTP/1.1`, `host: ${host}`, `cookie: ${page.cookie}`)).toContain('400');
    expect(await line('GET http://127.0.0.1:9/ HTTP/1.1', `host: ${host}`, `cookie: ${page.cookie}`)).toContain('400');
    expect(await line('TRACE / HTTP/1.1', `host: ${host}`, `cookie: ${page.cookie}`)).toContain('400');
    expect(
      await line('GET /asked HTTP/1.1', `host: ${page.url.hostname.toUpperCase()}.:1`, `cookie: ${page.cookie}`),
    ).toContain('200');
    expect(await line('GET / HTTP/1.1', 'host: labs.localhost:3000')).toContain('404');
    expect(await line('GET / HTTP/1.1', 'host: spring.labs.localhost:3000')).toContain('404');
    expect(await line('GET / HTTP/1.1', `host: ${host}`, 'host: spring.localhost')).toContain('403');
    // A forwarded host names no lab, and does not lead away from one.
    const forwarded = { 'x-forwarded-host': 'spring.localhost:3000' };
    expect(await ask(path(page, '/health/live'), { ...page, headers: forwarded })).toMatchObject({ status: 404 });
    const academy = await ask(new URL('http://spring.localhost:3000/health/live'), {
      headers: { 'x-forwarded-host': host },
    });
    expect(academy).toMatchObject({ status: 200 });
  });

  // Shows security#lab-origins
  it('takes no request that two programs would read differently', async () => {
    const page = await ada.page();
    const own = [`host: ${page.url.host}`, `cookie: ${page.cookie}`];
    const both = await sendRaw([
      'POST / HTTP/1.1',
      ...own,
      'content-length: 4',
      'transfer-encoding: chunked',
      '',
      '0',
      '',
    ]);
    expect(both.split('\r\n')[0]).toContain('400');
    const twice = await sendRaw(['POST / HTTP/1.1', ...own, 'content-length: 4', 'content-length: 5', '', 'abcde']);
    expect(twice.split('\r\n')[0]).toContain('400');
    const named = await sendRaw(['GET /asked HTTP/1.1', ...own, 'connection: close, x-own', 'x-own: 1']);
    expect(named.split('\r\n')[0]).toContain('200');
    expect(named).not.toMatch(/x-own/i);
    // One that ends its cookie here is asked without it.
    const without = await sendRaw(['GET /asked HTTP/1.1', ...own, 'connection: close, cookie']);
    expect(without.split('\r\n')[0]).toContain('403');
    const large = await sendRaw(['POST / HTTP/1.1', ...own, 'content-length: 30000000']);
    expect(large.split('\r\n')[0]).toContain('413');
  });

  it('is passed on by every server to the lab host that runs the lab', async () => {
    const { url } = await ada.address(PORT, '/', there);
    const entered = await ask(new URL(url), { at: there });
    expect(entered).toMatchObject({ status: 303 });
    const page = { url: new URL(url), cookie: entered.headers['set-cookie']?.[0]?.split(';')[0] ?? '' };
    for (const at of [here, there]) {
      expect((await ask(path(page, '/'), { ...page, at })).text).toContain('Hello from the lab');
      expect(await echoed(await openSocket(page, { at }))).toBe('ping');
      expect(await ask(path(page, '/'), { at })).toMatchObject({ status: 403 });
    }
    const body = 'x'.repeat(300_000);
    const posted = await ask(path(page, '/'), { ...page, at: there, method: 'POST', body });
    expect(JSON.parse(posted.text)).toMatchObject({ bytes: 300_000 });
    // A lab host that does not exist.
    const gone = new URL(page.url.href.replace(/\/\/[0-9a-f]{8}/, '//00000000'));
    expect(await ask(gone, { ...page, at: there })).toMatchObject({ status: 404 });
  });
});

it.skipIf(!hasSandboxes)('pages of labs are not shown where the academy has no origin for them', async () => {
  const host = await aLabHost();
  const app = await startApp({ labs: { engines: { spring: 'sandbox' }, portals: [], hosts: () => [host.place] } });
  const lab = { id: 'here', type: 'lab' as const, settings: { educates: 'lab-here' } };
  await publishCourse(app, 'spring', aCourse({ id: 'spring-l', slug: 'l', lessons: [lab] }));
  await publishItem(app, 'spring', aWorkshop('lab-here', 'The lab'));
  const as = { bearer: await (await app.aPerson()).bearer() };
  const { body } = await app.call(startLabSession, { headers: {}, body: LAB }, as);
  const params = { id: (body.data as LabSession).id };
  const { body: opened } = await app.call(openLabPage, { params, body: { port: PORT, path: '/' } }, as);
  expect(opened.data).toEqual({ url: null });
  await app.call(terminateLabSession, { params }, as);
  await host.close();
});
