import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An event that a container received, with its fields. */
export type Heard = Readonly<Record<string, string>>;

/**
 * Replaces a tag manager and its receiver on another origin: the script sends every event of the data layer, and reports
 * what it can access from its frame.
 */
export class TagManager {
  /** Requests for its script, by container. */
  readonly fetched: string[] = [];
  readonly heard: Heard[] = [];
  /** Its origin, once it is open. */
  origin = '';
  #server: Server | null = null;

  async open(): Promise<void> {
    this.#server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', this.origin);
      if (pathname === '/gtm.js') {
        this.fetched.push(searchParams.get('id') ?? '');
        response.setHeader('content-type', 'text/javascript').end(`(${container})(${JSON.stringify(this.origin)})`);
        return;
      }
      this.heard.push({ ...Object.fromEntries(searchParams), referer: request.headers.referer ?? '' });
      response.writeHead(200, { 'content-type': 'image/gif' }).end(PIXEL);
    });
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server?.close();
  }

  /** Addresses and titles of the page views it received, in order. */
  pages(): (readonly [address: string, title: string])[] {
    return this.heard
      .filter(({ event }) => event === 'page_view')
      .map(({ page_location = '', page_title = '' }) => [page_location, page_title]);
  }
}

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Runs in the browser, like a container. */
function container(origin: string): void {
  let sent = 0;
  const send = (event: Record<string, unknown>) => {
    sent += 1;
    // Numbered, so that the cache does not answer.
    const fields = { ...(event as Record<string, string>), sent: String(sent) };
    new Image().src = `${origin}/collect?${new URLSearchParams(fields)}`;
  };
  const reach = (attempt: () => unknown): string => {
    try {
      attempt();
      return 'reached';
    } catch (error) {
      return (error as Error).name;
    }
  };
  const { dataLayer } = window as unknown as { dataLayer: Record<string, unknown>[] };
  for (const event of dataLayer) send(event);
  dataLayer.push = (event) => {
    send(event);
    return 0;
  };
  send({
    event: 'probe',
    origin: self.origin,
    storage: reach(() => localStorage.length),
    cookies: reach(() => document.cookie),
    page: reach(() => parent.document.title),
  });
}
