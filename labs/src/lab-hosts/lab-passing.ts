import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { LAB_CHANNEL_PROTOCOL } from '@academy/contract/lab-channel';
import { giverOf, sessionOf } from './lab-tickets.ts';
import { type PageHost, pageHosts } from './page-hosts.ts';
import { type PageTrouble, sendTrouble, statusOf } from './page-replies.ts';
import { passRequest, upgradePassing } from './pass-on.ts';

/** Handles upgraded connections of a listening server. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface LabPassingOptions {
  /** Address of the lab host with this id; null when none that runs has it. */
  addressOf: (hostId: string) => Promise<string | null>;
  /** Origin below which pages of labs are shown; null: nowhere. */
  pagesOrigin: string | null;
}

/**
 * The ways from browsers to lab hosts, through a web server: WebSockets of labs, by the id of the host in their ticket,
 * and pages of labs, by the id in the name of their host. All that is asked there is judged by the lab host.
 */
export function labPassing({ addressOf, pagesOrigin }: LabPassingOptions) {
  const hosts = pagesOrigin === null ? null : pageHosts(pagesOrigin);
  const passing = upgradePassing();
  let isClosed = false;

  const find = (hostId: string): Promise<string | null> => addressOf(hostId).catch(() => null);

  async function servePage(host: PageHost | null, request: IncomingMessage, response: ServerResponse) {
    const refuse = (trouble: PageTrouble) =>
      sendTrouble(request, response, trouble, { port: host?.port ?? 0, style: '', language: null, ancestor: null });
    // Proxies are asked with whole addresses; programs in labs are none.
    if (!(request.url ?? '').startsWith('/')) return refuse('bad');
    const address = host === null ? null : await find(host.hostId);
    if (address === null) return refuse('gone');
    passRequest(request, response, address, () => refuse('unreachable'));
  }

  async function passUpgrade(
    hostId: string | null,
    [request, socket, head]: Parameters<Upgrade>,
    refusals: { unknown: string; crowded: string },
  ) {
    socket.on('error', () => socket.destroy());
    const refuse = (status: string) =>
      void socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
    const address = hostId === null ? null : await find(hostId);
    if (isClosed) return refuse('503 Service Unavailable');
    if (address === null) return refuse(refusals.unknown);
    if (!passing.pass(request, socket, head, address)) refuse(refusals.crowded);
  }

  /** A WebSocket of a lab. */
  const passChannel: Upgrade = (request, socket, head) => {
    const [protocol, ticket = ''] = (request.headers['sec-websocket-protocol'] ?? '').split(/,\s*/);
    const isChannel = protocol === LAB_CHANNEL_PROTOCOL && sessionOf(request.url) !== null;
    const giver = isChannel ? giverOf(ticket) : null;
    const unknown = sessionOf(request.url) === null ? '404 Not Found' : '401 Unauthorized';
    const refusals = { unknown, crowded: '503 Service Unavailable' };
    void passUpgrade(giver, [request, socket, head], refusals);
  };

  return {
    /** Handles requests for hosts of pages; all others are left to `others`. */
    before:
      (others: RequestListener): RequestListener =>
      (request, response) =>
        hosts?.isOurs(request.headers.host)
          ? void servePage(hosts.read(request.headers.host), request, response)
          : others(request, response),

    /** Handles upgraded connections. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      if (!hosts?.isOurs(request.headers.host)) return void passChannel(request, socket, head);
      const refusals = { unknown: `${statusOf('gone')} -`, crowded: `${statusOf('crowded')} -` };
      void passUpgrade(hosts.read(request.headers.host)?.hostId ?? null, [request, socket, head], refusals);
    },

    /** Closes all connections; pages open new ones. */
    close(): void {
      isClosed = true;
      passing.close();
    },
  };
}
