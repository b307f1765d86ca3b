import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { fail } from '@academy/contract/envelope';
import { ERROR_TEXTS } from '@academy/contract/error-texts';
import { StartProblem } from '../settings/start-problem.ts';
import { newCorrelationId } from './correlation-id.ts';
import { MAX_REQUEST_MS, watchBodyTimeout } from './request-body-timeout.ts';

/** The error that Node emits for a request timeout. */
const TOO_SLOW = Object.assign(new Error('the body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/**
 * A write that arrives during the start waits for it this long, ms: a proxy that does not ask whether a server is ready
 * would pass a refusal on, because it must not send a write again. Reads are refused at once and asked elsewhere.
 */
const MAX_WAIT_MS = 5_000;
/** Most writes that wait. */
const MAX_WAITING = 200;

/**
 * The status of a server that starts or stops. To a reverse proxy 502 says that the whole server is away, 503 that one
 * request is refused: nginx leaves a server out for the former only.
 */
const AWAY = 502;
/** What answers health checks then. */
const NOT_NOW = 503;

/** An HTTP server that listens before the application is ready. */
export interface EarlyServer {
  server: Server;
  port: number;
  /** Passes all further requests to the application. */
  serve(listener: RequestListener): void;
  /** Every further reply closes its connection, so that proxies and browsers open their next one at another server. */
  drain(): void;
  /**
   * Answers reads by 502 from now on, while writes go on: a proxy that does not ask whether a server is ready asks another
   * one for the read, and sends this one nothing more. A write that arrives when the port closes could not be sent again.
   */
  turnReadsAway(): void;
  /** Accepts no new connections, lets running requests finish, and closes the remaining ones after `graceMs`. */
  close(graceMs?: number): Promise<void>;
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';
const isHealth = ({ url = '' }: IncomingMessage): boolean => url.startsWith('/health/');

/**
 * Takes the port before anything else starts: a port in use is reported at once, and addresses that contain the port
 * are known while the application is built. Until `serve` reads are answered 502, and writes wait for some seconds.
 *
 * @throws StartProblem when the port or the address cannot be used
 */
export async function listenFirst(host: string, port: number): Promise<EarlyServer> {
  let closing: Promise<void> | null = null;
  let draining = false;
  let readsGoElsewhere = false;
  let listener: RequestListener | null = null;
  const waiting = new Map<ServerResponse, { request: IncomingMessage; late: NodeJS.Timeout }>();
  const refuseWith = (response: ServerResponse, words: string, status = AWAY) => {
    response.writeHead(status, { 'retry-after': '1', 'content-type': 'text/plain; charset=utf-8' });
    response.end(`${words}\n`);
  };
  const refuseStarting = (response: ServerResponse, status = AWAY) =>
    refuseWith(response, 'The academy is starting.', status);
  const waitForStart: RequestListener = (request, response) => {
    if (isHealth(request)) return refuseStarting(response, NOT_NOW);
    if (isRead(request) || closing !== null || waiting.size >= MAX_WAITING) return refuseStarting(response);
    const late = setTimeout(() => {
      waiting.delete(response);
      refuseStarting(response);
    }, MAX_WAIT_MS);
    waiting.set(response, { request, late });
    response.once('close', () => {
      clearTimeout(late);
      waiting.delete(response);
    });
  };
  const endWaiting = (end: (request: IncomingMessage, response: ServerResponse) => void) => {
    for (const [response, { request, late }] of waiting) {
      clearTimeout(late);
      end(request, response);
    }
    waiting.clear();
  };
  // Bodies have a timeout of their own. Connections are kept longer than by reverse proxies, which usually close them after
  // 60 s: a proxy must not send a request over a connection that the server is closing.
  const server: Server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: MAX_REQUEST_MS,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16_384,
      keepAliveTimeout: 72_000,
      // Requests for HTTP/2 (`upgrade: h2c`) are answered by HTTP/1.1. Without this Node would close the connection
      // without an answer.
      shouldUpgradeCallback: ({ headers }) =>
        headers.upgrade?.toLowerCase() === 'websocket' && server.listenerCount('upgrade') > 0,
    },
    (request, response) => {
      if (draining) response.shouldKeepAlive = false;
      watchBodyTimeout(request, () => {
        if (!response.headersSent) refuse(TOO_SLOW, request.socket);
        // Closes the connection without waiting for the rest of the body.
        request.socket.destroySoon();
      });
      if (readsGoElsewhere && isRead(request) && !isHealth(request)) refuseWith(response, 'The academy is stopping.');
      else (listener ?? waitForStart)(request, response);
    },
  );
  server.on('clientError', refuse);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explained(error, host, port)));
    server.listen({ host, port }, resolve);
  });
  return {
    server,
    port: (server.address() as AddressInfo).port,
    serve(next) {
      listener = next;
      endWaiting(next);
    },
    drain() {
      draining = true;
    },
    turnReadsAway() {
      readsGoElsewhere = true;
    },
    close(graceMs = 0) {
      draining = true;
      closing ??= closeGently(server, graceMs);
      endWaiting((_request, response) => refuseStarting(response));
      return closing;
    },
  };
}

function closeGently(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A connection becomes idle when its answer is sent; browsers would keep it open for a minute.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const late = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Answers requests that cannot be routed: broken syntax, headers that are too large or too slow. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  const correlationId = newCorrelationId();
  const body = JSON.stringify(fail([{ errorMessage: ERROR_TEXTS['bad-request'], code: 'bad-request' }], correlationId));
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\nx-correlation-id: ${correlationId}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

function explained(error: NodeJS.ErrnoException, host: string, port: number): unknown {
  if (error.code === 'EADDRINUSE')
    return new StartProblem(
      `Port ${port} is already in use on ${host}.`,
      `Stop what uses it, or choose another one: ./academy start --port ${port + 1}`,
      { cause: error },
    );
  if (error.code === 'EACCES')
    return new StartProblem(`Port ${port} may not be used by this user.`, 'Choose a port above 1023 with --port.', {
      cause: error,
    });
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartProblem(`${host} is not an address of this machine.`, 'Choose another one with --host.', {
      cause: error,
    });
  return error;
}
