import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from '@playwright/test';

/** A whole response of the academy. */
interface RealAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Responds instead of the academy, or changes its response. A faulty write does not reach the academy. */
export type Fault = (answer: ServerResponse, real: () => Promise<RealAnswer>) => Promise<void> | void;

const FAULTY = { 'content-type': 'application/json; charset=utf-8' };
const respond = (answer: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  answer.writeHead(status, { ...FAULTY, ...headers }).end(typeof body === 'string' ? body : JSON.stringify(body));
};
const refusal = (errors: unknown, more: object = {}) => ({
  success: false,
  data: null,
  errors,
  correlationId: 'fault-17',
  message: null,
  ...more,
});

/** Starts a response and delays its rest, or all of it. */
const slowly =
  (headAtOnce: boolean): Fault =>
  async (answer, real) => {
    const { status, headers, body } = await real();
    const half = body.length >> 1;
    if (headAtOnce) answer.writeHead(status, headers).write(body.subarray(0, half));
    setTimeout(() => {
      if (headAtOnce) answer.end(body.subarray(half));
      else answer.writeHead(status, headers).end(body);
    }, 1_500);
  };

/** All faults, by name. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'a failed envelope with errors': (answer) =>
    respond(answer, 200, refusal([{ errorMessage: 'The first thing' }, { message: 'The second thing' }])),
  'a failed envelope without errors': (answer) => respond(answer, 200, refusal([])),
  'an empty body': (answer) => respond(answer, 200, ''),
  'a page in the place of data': (answer) =>
    respond(answer, 200, '<!doctype html><title>Hotel</title><p>Welcome, please log in to the network', {
      'content-type': 'text/html',
    }),
  'data that is cut off': async (answer, real) => {
    const { status, headers, body } = await real();
    const { 'content-length': _length, ...others } = headers;
    answer.writeHead(status, others).end(body.subarray(0, Math.floor(body.length * 0.7)));
  },
  'no data at all': (answer) =>
    respond(answer, 200, { success: true, data: null, errors: [], correlationId: 'fault-17' }),
  'data of wrong types': (answer) =>
    respond(answer, 200, { success: true, data: { result: 'none', courses: 7, items: null }, errors: 'none' }),
  // 401 ends a session, which the tests of signing in cover.
  ...Object.fromEntries(
    [400, 403, 404, 409, 418, 500, 502, 504, 599].map((status) => [
      `status ${status}`,
      (answer: ServerResponse) => respond(answer, status, refusal([{ errorMessage: `Refused with ${status}` }])),
    ]),
  ),
  'status 500 without words': (answer) => respond(answer, 500, ''),
  'status 503 of a reverse proxy': (answer) => respond(answer, 503, '<h1>503 Service Unavailable</h1>'),
  'too many requests, with a time to wait': (answer) =>
    respond(answer, 429, refusal([{ errorMessage: 'Too many', code: 'too-many-requests' }]), { 'retry-after': '1' }),
  'a busy academy, with a time to wait': (answer) =>
    respond(answer, 503, refusal([{ errorMessage: 'Busy', code: 'unavailable' }]), { 'retry-after': '1' }),
  'no answer': (answer) => void answer.socket?.destroy(),
  'an answer that breaks off': async (answer, real) => {
    const { status, headers, body } = await real();
    answer.writeHead(status, headers).write(body.subarray(0, body.length >> 1), () => answer.socket?.destroy());
  },
  'a late answer': slowly(false),
  'an answer that comes in two halves': slowly(true),
};

/**
 * A proxy before the API of an academy that adds faults. The browser routes calls of pages to it, and it forwards them
 * with the academy's host.
 */
export class FaultServer {
  /** Which calls get a fault, and which fault; null: none. */
  fault: { on: RegExp; method: string; does: Fault } | null = null;
  /** Number of calls that got a fault. */
  spoiled = 0;
  readonly #server = createServer((asked, answer) => void this.#pass(asked, answer));
  #port = 0;
  #academy = 0;

  /** @param port the port of the academy */
  async open(context: BrowserContext, port: number): Promise<void> {
    this.#academy = port;
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    await context.route('**/api/v1/**', async (route) => {
      const asked = new URL(route.request().url());
      const headers = { ...(await route.request().allHeaders()), 'x-led-from': asked.host };
      const url = `http://127.0.0.1:${this.#port}${asked.pathname}${asked.search}`;
      await route.continue({ url, headers });
    });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  async #pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of asked) pieces.push(piece as Buffer);
    const real = () => this.#ask(asked, Buffer.concat(pieces));
    const path = (asked.url ?? '').replace('/api/v1', '');
    try {
      if (this.fault !== null && asked.method === this.fault.method && this.fault.on.test(path)) {
        this.spoiled += 1;
        await this.fault.does(answer, real);
        return;
      }
      const { status, headers, body } = await real();
      answer.writeHead(status, headers).end(body);
    } catch {
      answer.destroy();
    }
  }

  async #ask(asked: IncomingMessage, body: Buffer): Promise<RealAnswer> {
    const { 'x-led-from': host, 'accept-encoding': _encoding, ...headers } = asked.headers;
    const passed = request({
      host: '127.0.0.1',
      port: this.#academy,
      method: asked.method,
      path: asked.url,
      headers: { ...headers, host: String(host) },
    });
    passed.end(body);
    const [reply] = (await once(passed, 'response')) as [IncomingMessage];
    const pieces: Buffer[] = [];
    for await (const piece of reply) pieces.push(piece as Buffer);
    const answered = { ...(reply.headers as Record<string, string>) };
    delete answered['transfer-encoding'];
    return { status: reply.statusCode ?? 502, headers: answered, body: Buffer.concat(pieces) };
  }
}
