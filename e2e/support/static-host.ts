import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** A plain file host: files as they are, the `index.html` of the language for the rest, headers from `_headers`. */
export class StaticHost {
  #folder = '';
  #headers: Record<string, string> = {};
  readonly #server: Server = createServer((request, response) => {
    const path = normalize(decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/'));
    const file = join(this.#folder, path);
    const found = statSync(file, { throwIfNoEntry: false })?.isFile() ? file : null;
    // A path with an extension is a file or missing; other paths are addresses of the application.
    const [, language = ''] = /^\/(de)(?:\/|$)/.exec(path) ?? [];
    const sent = found ?? (extname(path) === '' ? join(this.#folder, language, 'index.html') : null);
    if (sent === null) return void response.writeHead(404).end();
    response.writeHead(200, { ...this.#headers, 'content-type': TYPES[extname(sent)] ?? 'application/octet-stream' });
    response.end(readFileSync(sent));
  });

  /** Starts on any free port, before there is anything to serve. @returns the port */
  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** Serves a folder from now on. */
  serve(folder: string): void {
    this.#folder = folder;
    const [, forAll = ''] = /^\/\*\n((?: {2}.+\n)+)/m.exec(readFileSync(join(folder, '_headers'), 'utf8')) ?? [];
    const lines = [...forAll.matchAll(/^ {2}([\w-]+): (.+)$/gm)];
    this.#headers = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
