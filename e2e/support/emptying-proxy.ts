import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Replaces a file: nothing with the headers of the file, or a page of the proxy. */
export type Spoil = 'empty' | 'html';

/** A proxy before an academy that answers 200 without the requested file. */
export class EmptyingProxy {
  /** Paths whose files are replaced; null: none. */
  spoils: RegExp | null = null;
  kind: Spoil = 'empty';
  /** Number of replaced files. */
  spoiled = 0;
  #academy = 0;
  #port = 0;
  readonly #server = createServer((asked, answer) => this.#pass(asked, answer));

  /** @param academyPort the port of the academy */
  async open(academyPort: number): Promise<void> {
    this.#academy = academyPort;
    // Every journey counts its own.
    this.spoiled = 0;
    this.spoils = null;
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  url(tenant: string, path: string): string {
    return `http://${tenant}.localhost:${this.#port}${path}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const host = String(asked.headers.host).replace(/:\d+$/, `:${this.#academy}`);
    const { origin: _origin, referer: _referer, ...headers } = asked.headers;
    const passed = request({
      host: '127.0.0.1',
      port: this.#academy,
      method: asked.method,
      path: asked.url,
      headers: { ...headers, host },
    });
    passed.on('error', () => answer.destroy());
    passed.on('response', (reply) => {
      if (this.spoils?.test(asked.url ?? '') !== true) {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
        return;
      }
      this.spoiled += 1;
      reply.resume();
      const { 'content-length': _length, 'content-encoding': _encoding, etag: _etag, ...others } = reply.headers;
      if (this.kind === 'empty') answer.writeHead(200, { ...others, 'content-length': '0' }).end();
      else answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Proxy</title><p>Error');
    });
    asked.pipe(passed);
  }
}
