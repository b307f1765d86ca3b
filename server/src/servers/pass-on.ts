import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { byName, withBody, withoutHops } from '../http/raw-headers.ts';

/** A server that does not accept the connection within this time is not waited for, ms. */
const CONNECT_MS = 5_000;
/** Most connections that are passed on at once. */
const MAX_PASSED = 2_000;
/** Header of a request that another server has passed on: it goes no further. */
const PASSED = 'x-academy-passed';

/** Passes upgraded connections through to other servers, byte by byte. */
export function upgradePassing() {
  const passed = new Set<{ client: Duplex; server: Socket }>();

  return {
    wasPassed: ({ headers }: IncomingMessage): boolean => headers[PASSED] !== undefined,

    /**
     * @param address `http://10.0.0.11:3000`, of a server
     * @returns false when it is refused because there are too many
     */
    pass(request: IncomingMessage, client: Duplex, head: Buffer, address: string): boolean {
      if (passed.size >= MAX_PASSED) return false;
      // It left while the server was looked up.
      if (client.destroyed) return true;
      const { hostname, port } = new URL(address);
      const server = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) });
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
      server.once('connect', () => {
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

    /** Closes all; pages open new ones at another server. */
    close(): void {
      for (const { client, server } of passed) {
        client.destroy();
        server.destroy();
      }
    },
  };
}

/**
 * Passes a request on to another server, which sees it as it came, and its reply back.
 *
 * @param address of the other server: `http://10.0.0.11:3000`
 * @param fail called when it does not reply
 */
export function passRequest(
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
  fail: () => void,
): void {
  const passed = httpRequest(address, {
    ...(request.method === undefined ? {} : { method: request.method }),
    path: request.url ?? '/',
    headers: { ...byName(withoutHops(request.rawHeaders)), ...withBody(request), [PASSED]: '1' },
    setHost: false,
    // Each request has a connection of its own: a server that stops closes those that are idle.
    agent: false,
  });
  const isSilent = setTimeout(() => passed.destroy(), CONNECT_MS);
  passed.on('socket', (socket) => socket.once('connect', () => clearTimeout(isSilent)));
  passed.on('error', () => {
    clearTimeout(isSilent);
    fail();
  });
  passed.on('response', (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.statusMessage, withoutHops(reply.rawHeaders));
    reply.pipe(response);
    reply.on('close', () => reply.complete || response.destroy());
  });
  response.on('close', () => passed.destroy());
  request.pipe(passed);
}

/** The request as it came; Node has refused line breaks in its parts. */
function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${[...lines, `${PASSED}: 1`].join('\r\n')}\r\n\r\n`;
}
