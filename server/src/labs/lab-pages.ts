import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Tenant } from '@academy/contract/tenants';
import type { SandboxLabs } from '@academy/labs/sandbox/sandbox-labs';
import { LRUCache } from 'lru-cache';
import { passRequest, upgradePassing } from '../servers/pass-on.ts';
import type { LabColleagues } from './lab-colleagues.ts';
import { isAcademyToken } from './page-headers.ts';
import { newPageToken, type PageHost, pageHosts } from './page-hosts.ts';
import { type PageReader, type PageTrouble, sendTrouble, statusOf } from './page-replies.ts';
import { PageRequests } from './page-requests.ts';
import type { PageRight } from './page-right.ts';

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
  colleagues: LabColleagues;
  /** Origin below which the hosts of pages are: `https://labs.example.org`. */
  origin: string;
  /** Issuer of the academy's access tokens. */
  issuer: string;
  tenants: ReadonlyMap<string, Tenant>;
  onFailure: (error: unknown, what: string) => void;
  /** Called for each request, with what became of it. */
  count?: ((outcome: PageTrouble | 'sent') => void) | undefined;
}

/**
 * What programs in sandboxes serve, for the learner of the lab alone. A page of the academy asks for an address with a
 * ticket; the ticket sets a cookie for the host of that port, once, and the cookie opens it until the lab or the log-in
 * ends. Names of hosts begin with the server that runs the lab: any other one passes requests on to it.
 */
export function labPages(options: LabPagesOptions) {
  const { sandboxes, colleagues, tenants } = options;
  const hosts = pageHosts(options.origin);
  const cookieName = `${hosts.isHttps ? '__Host-' : ''}academy-lab`;
  const tickets = new LRUCache<string, { place: PagePlace; port: number; path: string }>({
    ...{ max: MAX_TICKETS, ttl: TICKET_MS },
  });
  const places = new LRUCache<string, PagePlace>({ max: MAX_PLACES, dispose: (place) => closeAll(place) });
  const passing = upgradePassing();
  let isClosed = false;
  const requests = new PageRequests({
    isOurs: (value) => isAcademyToken(value, options.issuer),
    onFailure: options.onFailure,
  });

  const hostOf = ({ token }: PagePlace, port: number): PageHost => ({ serverId: colleagues.serverId, token, port });

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
      tenant: tenants.get(right?.tenantId ?? '') ?? null,
      language: right?.language ?? null,
      ancestor: right?.origin ?? null,
    };
  }

  /** What a request is for, or why it gets nothing. A ticket is not looked at. */
  function judged(request: IncomingMessage, host: PageHost | null) {
    const place = host === null ? null : (places.get(host.token) ?? null);
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
    const host = hosts.read(request.headers.host);
    if (host !== null && host.serverId !== colleagues.serverId) return void passOn(host, request, response);
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
    const page = { place, connect: () => session.connect(port), origin: hosts.originOf(found.host), port };
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
    const cookie = `${cookieName}=${cookieOf(place, host.port)}; Path=/; HttpOnly; Secure; SameSite=None; Partitioned`;
    response.writeHead(303, {
      location: `${hosts.originOf(host)}${right.path}`,
      'set-cookie': cookie,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': `default-src 'none'; frame-ancestors ${place.right.origin}`,
      'content-length': 0,
    });
    response.end();
  }

  async function passOn({ serverId, port }: PageHost, request: IncomingMessage, response: ServerResponse) {
    const server = passing.wasPassed(request) ? null : await colleagues.find(serverId).catch(() => null);
    const refuse = (trouble: PageTrouble) => sendTrouble(request, response, trouble, readerOf(port, null));
    if (server === null || server.address === null) return void refuse('gone');
    passRequest(request, response, server.address, () => refuse('unreachable'));
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const refuse = (trouble: PageTrouble) => {
      options.count?.(trouble);
      socket.end(`HTTP/1.1 ${statusOf(trouble)} -\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
    };
    const host = hosts.read(request.headers.host);
    if (isClosed) return void refuse('unreachable');
    if (host !== null && host.serverId !== colleagues.serverId)
      return void passUpgradeOn(host, request, socket, head, refuse);
    const found = judged(request, host);
    if ('trouble' in found) return void refuse(found.trouble);
    const { place, session } = found;
    const { port } = found.host;
    const origin = hosts.originOf(found.host);
    // Pages of other sites open no WebSockets here, whatever cookies a browser sends along.
    if (request.headers.origin !== origin || !hasCookie(request, place, port)) return void refuse('stranger');
    const page = { place, connect: () => session.connect(port), origin, port };
    void requests.tunnel(request, socket, head, page).then((trouble) => {
      if (trouble === null) options.count?.('sent');
      else refuse(trouble);
    });
  }

  async function passUpgradeOn(
    { serverId }: PageHost,
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    refuse: (trouble: PageTrouble) => void,
  ) {
    const server = passing.wasPassed(request) ? null : await colleagues.find(serverId).catch(() => null);
    if (server === null || server.address === null) refuse('gone');
    else if (isClosed || !passing.pass(request, socket, head, server.address)) refuse('crowded');
  }

  return {
    /** Source expression of all pages, for policies. */
    source: hosts.source,

    /** The address that shows a port of a lab to its learner, once. */
    urlFor({ port, path, ...right }: PageRight): string {
      const place = placeOf(right);
      const ticket = randomBytes(32).toString('base64url');
      tickets.set(ticket, { place, port, path });
      return `${hosts.originOf(hostOf(place, port))}${ENTRANCE}?ticket=${ticket}`;
    },

    /** Handles requests for hosts of pages; all others are left to `others`. */
    before:
      (others: RequestListener): RequestListener =>
      (request, response) =>
        hosts.isOurs(request.headers.host) ? serve(request, response) : others(request, response),

    /** The same for WebSockets. */
    upgradeBefore:
      (others: typeof upgrade): typeof upgrade =>
      (request, socket, head) =>
        hosts.isOurs(request.headers.host) ? upgrade(request, socket, head) : others(request, socket, head),

    /** Closes the pages of a log-in that has ended. */
    endGrant(grantId: string): void {
      for (const [token, { right }] of [...places]) if (right.grantId === grantId) places.delete(token);
    },

    /** Closes all connections. */
    close(): void {
      isClosed = true;
      passing.close();
      places.clear();
    },
  };
}

export type LabPages = ReturnType<typeof labPages>;

function closeAll({ open }: PagePlace): void {
  for (const one of open) one.destroy();
}
