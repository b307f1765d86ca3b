import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { untilLooked } from '../src/lib/reachability.ts';

export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Answer {
  status?: number;
  /** Sent as JSON; a string as it is. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** Breaks the connection instead, or in the middle of the body. */
  broken?: boolean | 'in the middle';
}

export interface TestServer {
  origin: string;
  received: Received[];
  /** Closes it, once the page looks no longer whether it is away. */
  close(): Promise<void>;
}

/** A real HTTP server on a free port that answers what the test says. */
export async function serveAnswers(answer: (request: Received) => Answer | Promise<Answer>): Promise<TestServer> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    // Pages look there whether the server is away.
    if (request.url === '/health/live') {
      response.end('{}');
      return;
    }
    let body = '';
    for await (const part of request) body += String(part);
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    received.push(one);
    const { status = 200, body: reply = '', headers = {}, broken = false } = await answer(one);
    if (broken === true) {
      request.socket.destroy();
      return;
    }
    const text = typeof reply === 'string' ? reply : JSON.stringify(reply);
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers });
    if (broken === false) response.end(text);
    else response.write(text, () => request.socket.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      // Nothing of a page outlives its test: the next file has the same process.
      dispatchEvent(new Event('online'));
      await untilLooked();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

/** A successful envelope. */
export const success = (data: unknown, message: string | null = null): Answer => ({
  body: { success: true, data, errors: [], correlationId: 'c-1', message },
});

/** A failed envelope with its status. */
export const failure = (status: number, errors: unknown[]): Answer => ({
  status,
  body: { success: false, data: null, errors, correlationId: 'c-2', message: null },
});
