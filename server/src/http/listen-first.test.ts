import { once } from 'node:events';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { StartProblem } from '../settings/start-problem.ts';
import { type EarlyServer, listenFirst } from './listen-first.ts';

async function listen(): Promise<EarlyServer> {
  const early = await listenFirst('127.0.0.1', 0);
  onTestFinished(() => early.close());
  return early;
}

async function ask(port: number, agent = new Agent()): Promise<{ status: number; body: string }> {
  const [response] = (await once(get({ host: '127.0.0.1', port, agent }), 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await text(response) };
}

async function post(port: number): Promise<{ status: number; body: string }> {
  const sent = request({ host: '127.0.0.1', port, method: 'POST', agent: new Agent() });
  sent.end('a note');
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await text(response) };
}

async function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(bytes);
  return text(socket);
}

it('answers "starting" until there is something to serve', async () => {
  const early = await listen();
  expect(await ask(early.port)).toEqual({ status: 502, body: 'The academy is starting.\n' });
  // Asked by what waits for the start.
  expect((await fetch(`http://127.0.0.1:${early.port}/health/live`)).status).toBe(503);
  early.serve((_request, response) => void response.end('hello'));
  expect(await ask(early.port)).toEqual({ status: 200, body: 'hello' });
});

it('lets a write that arrives during the start wait for it', async () => {
  const early = await listen();
  const sent = post(early.port);
  // A read that came later is refused by then, so the write has arrived.
  await once(early.server, 'request');
  expect((await ask(early.port)).status).toBe(502);
  early.serve((incoming, response) => void text(incoming).then((body) => response.end(`written: ${body}`)));
  expect(await sent).toEqual({ status: 200, body: 'written: a note' });
});

it('refuses writes that wait when the start is given up', async () => {
  const early = await listen();
  const sent = post(early.port);
  await once(early.server, 'request');
  const closed = early.close(10_000);
  expect(await sent).toEqual({ status: 502, body: 'The academy is starting.\n' });
  await closed;
});

it('reports in one line that the port is taken, and what to do', async () => {
  const { port } = await listen();
  const problem = await listenFirst('127.0.0.1', port).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(StartProblem);
  expect((problem as StartProblem).message).toBe(`Port ${port} is already in use on 127.0.0.1.`);
  expect((problem as StartProblem).nextStep).toContain(`--port ${port + 1}`);
});

// Shows security#health-states
it('lets a running request finish when it stops, and accepts no new one', async () => {
  const early = await listen();
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  early.serve((_request, response) => {
    arrive();
    void finished.then(() => response.end('done'));
  });
  const underWay = ask(early.port, new Agent({ keepAlive: true }));
  await arrived;
  const closed = early.close(10_000);
  await expect(ask(early.port)).rejects.toThrow('ECONNREFUSED');
  finish();
  expect(await underWay).toEqual({ status: 200, body: 'done' });
  await closed;
});

it('answers while it drains, and asks every connection to be closed', async () => {
  const early = await listen();
  early.serve((_request, response) => void response.end('hello'));
  const agent = new Agent({ keepAlive: true });
  const connectionOf = async () => {
    const [response] = (await once(get({ host: '127.0.0.1', port: early.port, agent }), 'response')) as [
      IncomingMessage,
    ];
    await text(response);
    return response.headers.connection;
  };
  expect(await connectionOf()).toBe('keep-alive');
  early.drain();
  expect(await connectionOf()).toBe('close');
  expect(await connectionOf()).toBe('close');
});

it('turns reads away before its port closes, and takes writes', async () => {
  const early = await listen();
  early.serve((request, response) => void response.end(request.method));
  early.turnReadsAway();
  const read = (path: string) => fetch(`http://127.0.0.1:${early.port}${path}`);
  const turned = await read('/courses');
  expect([turned.status, turned.headers.get('retry-after')]).toEqual([502, '1']);
  expect((await read('/health/live')).status).toBe(200);
  expect(await post(early.port)).toMatchObject({ status: 200, body: 'POST' });
});

it('cuts off what does not finish in time', async () => {
  const early = await listen();
  early.serve(() => {});
  const hanging = ask(early.port).catch((error: Error) => error.message);
  await once(early.server, 'request');
  await early.close(50);
  expect(await hanging).toContain('socket hang up');
});

it.each([
  ['no HTTP at all', 'hello\r\n\r\n', '400'],
  ['a header with a line break in its name', 'GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n', '400'],
  ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, '431'],
])('answers %s with an envelope', async (_what, bytes, status) => {
  const { port } = await listen();
  const answer = await raw(port, bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({
    success: false,
    errors: [{ code: 'bad-request' }],
  });
});

it('passes WebSockets to their handler, and answers other upgrades normally', async () => {
  const early = await listen();
  early.serve((_request, response) => void response.end('hello'));
  const asking = (upgrade: string) =>
    raw(early.port, `GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: ${upgrade}\r\n\r\n`);
  // No handler for WebSockets is registered yet.
  expect(await asking('WebSocket')).toMatch(/200 OK.*hello/s);
  early.server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 418 A Socket\r\n\r\n'));
  expect(await asking('WebSocket')).toContain('418 A Socket');
  expect(await asking('h2c')).toMatch(/200 OK.*hello/s);
});
