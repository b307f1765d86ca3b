import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** A reverse proxy on this machine that sends requests and WebSockets to its servers in turn, like a load balancer. */
export class RoundRobin {
  port = 0;
  /** Ports of the servers behind it. */
  behind: readonly number[] = [];
  #next = 0;
  readonly #tunnels = new Set<Duplex>();
  readonly #server = createServer((asked, answer) => this.#pass(asked, answer)).on('upgrade', (asked, socket, head) =>
    this.#tunnel(asked, socket, head),
  );

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.port = (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    for (const socket of this.#tunnels) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #tunnel({ method, url, rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer): void {
    const port = this.behind[this.#next % this.behind.length] ?? 0;
    this.#next += 1;
    const server = connect(port, '127.0.0.1');
    this.#tunnels.add(socket);
    const headers = rawHeaders.map((word, at) => (at % 2 === 0 ? `${word}: ` : `${word}\r\n`)).join('');
    server.write(`${method} ${url} HTTP/1.1\r\n${headers}\r\n`);
    server.write(head);
    server.pipe(socket).pipe(server);
    for (const side of [server, socket])
      side
        .on('error', () => {})
        .on('close', () => {
          this.#tunnels.delete(socket);
          server.destroy();
          socket.destroy();
        });
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
