import type { IncomingMessage } from 'node:http';
import { CALLS } from '@academy/contract/calls';
import { API_BASE_PATH } from '@academy/contract/constants';
import { callPattern } from '@academy/contract/rules/call-address';

/** How long a request's body may take, ms. */
export interface BodyTimeout {
  /** From the first byte of the request to the last byte of its body. */
  whole: number;
  /** Without receiving a byte. */
  silent: number;
  /** From when on a body must have come at the least rate. */
  slow: number;
}

/** Bytes a second that a body must bring on average; a slow telephone line brings several times as many. */
const MIN_RATE = 500;

const ORDINARY: BodyTimeout = { whole: 30_000, silent: 10_000, slow: 10_000 };
/** Published archives may be large and sent over slow lines. */
const PUSH: BodyTimeout = { whole: 600_000, silent: 30_000, slow: 10_000 };

/** For Node's own request timeout, which is the same for all requests and must not be shorter than any of these. */
export const MAX_REQUEST_MS = PUSH.whole;

const PUSHES = CALLS.filter(({ body }) => body === 'stream').map((call) => ({
  method: call.method,
  pattern: callPattern(call),
}));

export function bodyTimeoutOf({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): BodyTimeout {
  if (!url.startsWith(API_BASE_PATH)) return ORDINARY;
  const [path = ''] = url.slice(API_BASE_PATH.length).split('?');
  return PUSHES.some((push) => push.method === method && push.pattern.test(path)) ? PUSH : ORDINARY;
}

/**
 * Calls back when a request body takes too long. It only counts the bytes of the socket, and reads nothing.
 *
 * @param onTimeout called once at most
 * @param checkEveryMs how often the bytes are counted
 */
export function watchBodyTimeout(
  request: IncomingMessage,
  onTimeout: () => void,
  timeout: BodyTimeout = bodyTimeoutOf(request),
  checkEveryMs = 1_000,
): void {
  const { headers, socket } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody) return;
  const begin = performance.now();
  const readBefore = socket.bytesRead;
  let bytesRead = readBefore;
  let progressAt = begin;
  /** How long the server has waited for the client, ms. */
  let waited = 0;
  let lookedAt = begin;
  const timer = setInterval(() => {
    if (request.complete || request.destroyed || socket.destroyed) return clearInterval(timer);
    const now = performance.now();
    // Bytes that were received and not yet read show that the server is busy, not that the client has stopped sending.
    const isBusy = request.readableLength > 0;
    if (socket.bytesRead !== bytesRead || isBusy) {
      bytesRead = socket.bytesRead;
      progressAt = now;
    }
    if (!isBusy) waited += now - lookedAt;
    lookedAt = now;
    const isSlow = waited >= timeout.slow && bytesRead - readBefore < (waited / 1000) * MIN_RATE;
    if (now - begin < timeout.whole && now - progressAt < timeout.silent && !isSlow) return;
    clearInterval(timer);
    onTimeout();
  }, checkEveryMs);
  timer.unref();
}
