import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '@academy/contract/findings';
import type { BesideApp } from '@academy/server/preview/start-preview';

/** Content of the page beside the academy. */
export interface BesideContent {
  title: string;
  /** Incremented by each change, so that an open page knows whether it is up to date. */
  version: number;
  /** One line: number of items and findings, and when they were read. */
  summary: string;
  brands: { name: string; address: string; current: boolean }[];
  /** `isOutdated`: the last valid version is shown, because of a fatal finding in the present one. */
  items: { title: string; kind: string; path: string; isOutdated: boolean }[];
  findings: (Finding & { path: string | null; paths: string[] })[];
}

const PREFIX = '/~preview';
const FILES: Readonly<Record<string, string>> = {
  'preview.html': 'text/html; charset=utf-8',
  'preview.css': 'text/css; charset=utf-8',
  'preview.js': 'text/javascript; charset=utf-8',
};
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Address of the page beside the academy. */
export const BESIDE = PREFIX;

/** The page beside the academy: findings, and notifications of changes to the browsers that show it. */
export class Beside {
  readonly #listeners = new Set<(text: string) => void>();
  readonly #content: (host: string) => BesideContent;

  /** @param content by the requested host, which selects the brand */
  constructor(content: (host: string) => BesideContent) {
    this.#content = content;
  }

  /** Notifies every open page that the content changed. */
  notifyChange(): void {
    for (const send of this.#listeners) send('event: changed\ndata: {}\n\n');
  }

  addTo(app: BesideApp): void {
    const files = new Map(
      Object.entries(FILES).map(([name, type]) => [
        name,
        { type, bytes: readFileSync(join(import.meta.dirname, 'page', name)) },
      ]),
    );
    app.get<{ Params: { file: string } }>(`${PREFIX}/:file`, async (request, reply) => {
      reply.header('cache-control', 'no-store').header('content-security-policy', POLICY);
      if (request.params.file === 'content.json') return reply.send(this.#content(request.host));
      const file = files.get(request.params.file);
      return file === undefined ? reply.callNotFound() : reply.type(file.type).send(file.bytes);
    });
    app.get(PREFIX, async (_request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .header('content-security-policy', POLICY)
        .type('text/html; charset=utf-8')
        .send(files.get('preview.html')?.bytes),
    );
    app.get(`${PREFIX}/changes`, (_request, reply) => {
      reply.hijack();
      const { raw } = reply;
      raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      raw.write(': connected\n\n');
      const send = (text: string) => void raw.write(text);
      this.#listeners.add(send);
      raw.on('close', () => this.#listeners.delete(send));
    });
  }
}
