import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy on this machine that sends requests to its servers in turn, like a load balancer. */
export class RoundRobin {
  port = 0;
  /** Ports of the servers behind it. */
  behind: readonly number[] = [];
  #next = 0;
  readonly #server = createServer((asked, answer) => this.#pass(asked, answer));

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.port = (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const port = this.behind[this.#next % this.behind.length];
    this.#next += 1;
    const { host = '', ...headers } = asked.headers;
    const passed = request({
      host: '127.0.0.1',
      port,
      method: asked.method,
      path: asked.url,
      headers: {
        ...headers,
        host,
        'x-forwarded-for': asked.socket.remoteAddress,
        'x-forwarded-host': host,
        'x-forwarded-proto': 'http',
      },
    });
    passed.on('response', (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
      reply.pipe(answer);
    });
    passed.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  }
}
