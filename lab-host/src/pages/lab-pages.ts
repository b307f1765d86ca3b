import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { newPageToken, type PageHost, pageHostOf, pageHosts } from '@academy/labs/lab-hosts/page-hosts';
import { type PageReader, type PageTrouble, sendTrouble, statusOf } from '@academy/labs/lab-hosts/page-replies';
import type { PageRight } from '@academy/labs/lab-hosts/page-right';
import { LRUCache } from 'lru-cache';
import type { SandboxLabs } from '../sandbox/sandbox-labs.ts';
import { PageRequests } from './page-requests.ts';

/** Lifetime of a ticket, ms. */
const TICKET_MS = 30_000;
/** Most unredeemed tickets at once, and most labs whose pages are open. */
const MAX_TICKETS = 10_000;
const MAX_PLACES = 10_000;
/** Where a ticket is redeemed. Programs in labs have no use for such an address. */
const ENTRANCE = '/.academy-lab';

/** A lab, and a log-in of its learner, whose pages may be open. */
export interface PagePlace {
  /** In the name of its hosts. */
  token: string;
  /** Makes its cookies. */
  key: Buffer;
  right: Omit<PageRight, 'port' | 'path'>;
  /** Requests and WebSockets under way. */
  open: Set<{ destroy(): void }>;
}

export interface LabPagesOptions {
  sandboxes: SandboxLabs;
  /** In the names of hosts. */
  hostId: string;
  onFailure: (error: unknown, what: string) => void;
  /** Called for each request, with what became of it. */
  count?: ((outcome: PageTrouble | 'sent') => void) | undefined;
}

/**
 * What programs in sandboxes serve, for the learner of the lab alone. A page of the academy asks for an address with a
 * ticket; the ticket sets a cookie for the host of that port, once, and the cookie opens it until the lab or the log-in
 * ends. Names of hosts begin with the id of this lab host: servers pass their requests on to it.
 */
export function labPages(options: LabPagesOptions) {
  const { sandboxes, hostId } = options;
  const tickets = new LRUCache<string, { place: PagePlace; port: number; path: string }>({
    ...{ max: MAX_TICKETS, ttl: TICKET_MS },
  });
  const places = new LRUCache<string, PagePlace>({ max: MAX_PLACES, dispose: (place) => closeAll(place) });
  let isClosed = false;
  const requests = new PageRequests(options);

  const originOf = ({ token, right }: PagePlace, port: number): string =>
    pageHosts(right.pagesOrigin).originOf({ hostId, token, port });

  const cookieNameOf = ({ right }: PagePlace): string =>
    `${right.pagesOrigin.startsWith('https:') ? '__Host-' : ''}academy-lab`;

  /** The place of a lab and a log-in; a new one when it has none. */
  function placeOf(right: PagePlace['right']): PagePlace {
    for (const [token, place] of [...places]) {
      if (sandboxes.sandboxSession(place.right.reference) === null) places.delete(token);
      if (place.right.reference !== right.reference || place.right.grantId !== right.grantId) continue;
      place.right = right;
      return place;
    }
    const place = { token: newPageToken(), key: randomBytes(32), right, open: new Set<never>() };
    places.set(place.token, place);
    return place;
  }

  const cookieOf = ({ key }: PagePlace, port: number): string =>
    createHmac('sha256', key).update(String(port)).digest('base64url');

  function hasCookie({ headers }: IncomingMessage, place: PagePlace, port: number): boolean {
    const wanted = Buffer.from(cookieOf(place, port));
    const cookieName = cookieNameOf(place);
    return (headers.cookie ?? '').split(';').some((pair) => {
      const [name = '', value = ''] = pair.trim().split('=', 2);
      const given = Buffer.from(value);
      return name === cookieName && given.length === wanted.length && timingSafeEqual(given, wanted);
    });
  }

  function readerOf(port: number, place: PagePlace | null): PageReader {
    const right = place?.right;
    return {
      port,
      style: right?.style ?? '',
      language: right?.language ?? null,
      ancestor: right?.origin ?? null,
    };
  }

  /** What a request is for, or why it gets nothing. A ticket is not looked at. */
  function judged(request: IncomingMessage, host: PageHost | null) {
    const found = host === null ? null : (places.get(host.token) ?? null);
    // Below its own origin alone.
    const isNamed = host !== null && found !== null && pageHosts(found.right.pagesOrigin).read(request.headers.host);
    const place = isNamed ? found : null;
    // Proxies are asked with whole addresses; programs in labs are none.
    if (!(request.url ?? '').startsWith('/') || request.method === 'TRACE') return { trouble: 'bad', place } as const;
    if (host === null || place === null) return { trouble: 'gone', place: null } as const;
    const session = sandboxes.sandboxSession(place.right.reference);
    if (session === null) {
      places.delete(host.token);
      return { trouble: 'ended', place } as const;
    }
    return { host, place, session };
  }

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const host = pageHostOf(request.headers.host);
    const found = judged(request, host);
    const refuse = (trouble: PageTrouble) => {
      options.count?.(trouble);
      sendTrouble(request, response, trouble, readerOf(host?.port ?? 0, found.place));
    };
    if ('trouble' in found) return void refuse(found.trouble);
    const { place, session } = found;
    const { port } = found.host;
    const [path, query] = (request.url ?? '').split('?', 2);
    if (path === ENTRANCE) return void enter(found.host, place, query ?? '', response, refuse);
    if (!hasCookie(request, place, port)) return void refuse('stranger');
    const page = { place, connect: () => session.connect(port), origin: originOf(place, port), port };
    void requests.answer(request, response, page).then((trouble) => {
      if (trouble === null) options.count?.('sent');
      else refuse(trouble);
    });
  }

  /** Redeems a ticket. It is deleted even when it is for another host, so that it opens one page at most. */
  function enter(
    host: PageHost,
    place: PagePlace,
    query: string,
    response: ServerResponse,
    refuse: (trouble: PageTrouble) => void,
  ): void {
    const ticket = new URLSearchParams(query).get('ticket') ?? '';
    const right = tickets.get(ticket);
    tickets.delete(ticket);
    if (right === undefined || right.place !== place || right.port !== host.port) return void refuse('stranger');
    options.count?.('sent');
    // Framed by a page of another site, it is kept for such frames alone.
    const cookie = `${cookieNameOf(place)}=${cookieOf(place, host.port)}; Path=/; HttpOnly; Secure; SameSite=None; Partitioned`;
    response.writeHead(303, {
      location: `${originOf(place, host.port)}${right.path}`,
      'set-cookie': cookie,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': `default-src 'none'; frame-ancestors ${place.right.origin}`,
      'content-length': 0,
    });
    response.end();
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const refuse = (trouble: PageTrouble) => {
      options.count?.(trouble);
      socket.end(`HTTP/1.1 ${statusOf(trouble)} -\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
    };
    const host = pageHostOf(request.headers.host);
    if (isClosed) return void refuse('unreachable');
    const found = judged(request, host);
    if ('trouble' in found) return void refuse(found.trouble);
    const { place, session } = found;
    const { port } = found.host;
    const origin = originOf(place, port);
    // Pages of other sites open no WebSockets here, whatever cookies a browser sends along.
    if (request.headers.origin !== origin || !hasCookie(request, place, port)) return void refuse('stranger');
    const page = { place, connect: () => session.connect(port), origin, port };
    void requests.tunnel(request, socket, head, page).then((trouble) => {
      if (trouble === null) options.count?.('sent');
      else refuse(trouble);
    });
  }

  return {
    serve,
    upgrade,

    /** The address that shows a port of a lab to its learner, once. */
    urlFor({ port, path, ...right }: PageRight): string {
      const place = placeOf(right);
      const ticket = randomBytes(32).toString('base64url');
      tickets.set(ticket, { place, port, path });
      return `${originOf(place, port)}${ENTRANCE}?ticket=${ticket}`;
    },

    /** Closes the pages of a log-in that has ended. */
    endGrant(grantId: string): void {
      for (const [token, { right }] of [...places]) if (right.grantId === grantId) places.delete(token);
    },

    /** Closes all connections. */
    close(): void {
      isClosed = true;
      places.clear();
    },
  };
}

export type LabPages = ReturnType<typeof labPages>;

function closeAll({ open }: PagePlace): void {
  for (const one of open) one.destroy();
}
