import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, isIP, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectSecurely } from 'node:tls';
import { byName, withBody, withoutHops } from './raw-headers.ts';

/** A lab host that does not accept the connection within this time is not waited for, ms. */
const CONNECT_MS = 5_000;
/** Most connections that are passed on at once. */
const MAX_PASSED = 2_000;

/** Passes upgraded connections through to lab hosts, byte by byte. */
export function upgradePassing() {
  const passed = new Set<{ client: Duplex; server: Socket }>();

  return {
    /**
     * @param address `http://10.0.0.11:4000`, of a lab host
     * @returns false when it is refused because there are too many
     */
    pass(request: IncomingMessage, client: Duplex, head: Buffer, address: string): boolean {
      if (passed.size >= MAX_PASSED) return false;
      // It left while the server was looked up.
      if (client.destroyed) return true;
      const { isSecure, ...place } = placeOf(address);
      const server = isSecure ? connectSecurely({ ...place, ...nameOf(place) }) : connect(place);
      const pair = { client, server };
      passed.add(pair);
      const end = () => {
        passed.delete(pair);
        server.destroy();
        // What the server has said last still reaches the client.
        if (client instanceof Socket) client.destroySoon();
        else client.destroy();
      };
      server.setTimeout(CONNECT_MS, end);
      server.once(isSecure ? 'secureConnect' : 'connect', () => {
        server.setTimeout(0);
        server.write(headOf(request));
        server.write(head);
        client.pipe(server);
        server.pipe(client);
      });
      for (const side of [client, server]) {
        side.on('error', end);
        side.on('close', end);
      }
      return true;
    },

    /** Closes all; pages open new ones. */
    close(): void {
      for (const { client, server } of passed) {
        client.destroy();
        server.destroy();
      }
    },
  };
}

/**
 * Passes a request on to a lab host, which sees it as it came, and its reply back.
 *
 * @param address of the lab host: `http://10.0.0.11:4000`
 * @param fail called when it does not reply
 */
export function passRequest(
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
  fail: () => void,
): void {
  const { isSecure, ...place } = placeOf(address);
  const passed = (isSecure ? httpsRequest : httpRequest)({
    ...place,
    ...nameOf(place),
    ...(request.method === undefined ? {} : { method: request.method }),
    path: request.url ?? '/',
    // One host, as this server has read it.
    headers: { ...byName(withoutHops(request.rawHeaders)), ...withBody(request), host: request.headers.host ?? '' },
    setHost: false,
    // Each request has a connection of its own: a lab host that stops closes those that are idle.
    agent: false,
  });
  const isSilent = setTimeout(() => passed.destroy(), CONNECT_MS);
  passed.on('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(isSilent)));
  passed.on('error', () => {
    clearTimeout(isSilent);
    fail();
  });
  passed.on('response', (reply) => {
    // A body that nobody reads would stand in the way of the next request.
    if (!request.complete) response.shouldKeepAlive = false;
    response.writeHead(reply.statusCode ?? 502, reply.statusMessage, withoutHops(reply.rawHeaders));
    reply.pipe(response);
    reply.on('close', () => reply.complete || response.destroy());
  });
  response.on('close', () => passed.destroy());
  // A body may come later, or never.
  passed.flushHeaders();
  request.pipe(passed);
}

function placeOf(address: string): { host: string; port: number; isSecure: boolean } {
  const { protocol, hostname, port } = new URL(address);
  const isSecure = protocol === 'https:';
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (isSecure ? 443 : 80)), isSecure };
}

/** The name that a certificate must have; addresses have none. */
const nameOf = ({ host }: { host: string }): { servername?: string } => (isIP(host) === 0 ? { servername: host } : {});

/** The request as it came; Node has refused line breaks in its parts. */
function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}
