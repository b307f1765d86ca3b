import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { LAB_CHANNEL_PROTOCOL, type LabMessage, type LabNews } from '@academy/contract/lab-channel';
import { type LabSession, openLabChannel, startLabSession } from '@academy/contract/labs';
import { WebSocket } from 'ws';
import type { TestApp } from '../testing/start-app.ts';

/** The page's end of a channel. */
export class Channel {
  readonly news: LabNews[] = [];
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;
  #waiting: (() => void)[] = [];
  #id = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => {});
    socket.on('message', (data) => {
      this.news.push(JSON.parse(String(data)) as LabNews);
      for (const look of this.#waiting.splice(0)) look();
    });
  }
  send(message: LabMessage | string) {
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }
  /** Waits until a matching message has arrived. */
  async until<T>(found: (news: LabNews[]) => T | undefined): Promise<T> {
    for (;;) {
      const value = found(this.news);
      if (value !== undefined) return value;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
  said(words: string) {
    return this.until((news) => {
      const all = news.flatMap((one) => (one.kind === 'output' ? [one.text] : [])).join('');
      return all.includes(words) || undefined;
    });
  }
  async ask(question: Question) {
    const id = ++this.#id;
    this.send({ ...question, id });
    return this.until((news) => news.find((one) => one.kind === 'answer' && one.id === id));
  }
  close() {
    this.#socket.close();
  }
}

export type TestQuestion = Extract<Question, { kind: 'test' }>;
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;
type Question = WithoutId<Extract<LabMessage, { id: number }>>;

/** Takes a port before the application is made. */
export async function listen(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { server, port: (server.address() as AddressInfo).port };
}

export function serve(server: Server, app: TestApp): void {
  server.on('request', (request, response) => app.server.routing(request, response));
  if (app.upgrade !== null) server.on('upgrade', app.upgrade);
}

/** In place of a status, when the connection was closed without one. */
export const NO_REPLY = 0;

/** Opens a WebSocket. @returns it, or the status with which it was refused */
export function openChannel(
  port: number,
  path: string,
  protocols: string[],
  origin: string,
): Promise<Channel | number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, { origin });
    const channel = new Channel(socket);
    socket.on('open', () => resolve(channel));
    socket.on('error', () => resolve(NO_REPLY));
    socket.on('unexpected-response', (_request, { statusCode = 0 }) => {
      resolve(statusCode);
      socket.terminate();
    });
  });
}

/** Opens a WebSocket and sends a frame that no version of the protocol knows; settles when the server has hung up. */
export async function sendBrokenFrame(port: number, path: string, protocols: string[], origin: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const lines = [
    `GET ${path} HTTP/1.1`,
    ...[`host: 127.0.0.1:${port}`, `origin: ${origin}`, 'connection: upgrade', 'upgrade: websocket'],
    ...['sec-websocket-version: 13', 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=='],
    `sec-websocket-protocol: ${protocols.join(', ')}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  await once(socket, 'data');
  socket.write(Buffer.from([0xf1, 0x80, 0, 0, 0, 0]));
  socket.resume();
  await once(socket, 'close');
}

/** What a script prints in a new session of a lab, started by a new learner. @param at the lab's page and item */
export async function printedInLab(
  app: TestApp,
  port: number,
  at: { url: string; lessonId: string },
  script: string,
): Promise<string> {
  const as = { bearer: await (await app.aPerson()).bearer() };
  const session = (await app.call(startLabSession, { headers: {}, body: at }, as)).body.data as LabSession;
  if (session.state !== 'running') throw new Error(`the lab is ${session.state}`);
  const { body } = await app.call(openLabChannel, { params: { id: session.id } }, as);
  const { path, ticket } = (body.data as { channel: { path: string; ticket: string } }).channel;
  const channel = await openChannel(port, path, [LAB_CHANNEL_PROTOCOL, ticket], new URL(at.url).origin);
  if (typeof channel === 'number') throw new Error(`the channel was refused with ${channel}`);
  const { output } = (await channel.ask({ kind: 'test', script, words: [], seconds: 5 })) as { output: string };
  channel.close();
  return output;
}
