import type { IncomingMessage } from 'node:http';

/** How long a request's body may take. Times in ms. */
export interface BodyClock {
  /** From the first byte of the request to the last of its body. */
  whole: number;
  /** Without a single byte. */
  silent: number;
}

/** Every request but pushes, which may be large and come over slow lines (security rule 54). */
const ORDINARY: BodyClock = { whole: 30_000, silent: 30_000 };
const PUSH: BodyClock = { whole: 600_000, silent: 30_000 };

/** The longest of all: Node's own limit is the same for every request. */
export const LONGEST_REQUEST_MS = PUSH.whole;

const PUSH_PATH = /^\/api\/v1\/content\/[^/?]+\/[^/?]+(?:\?|$)/;

export function clockOf({ method, url }: Pick<IncomingMessage, 'method' | 'url'>): BodyClock {
  return method === 'PUT' && PUSH_PATH.test(url ?? '') ? PUSH : ORDINARY;
}

/**
 * Watches a body arrive without touching it.
 *
 * @param late told once, when it takes too long
 * @param every how often it is looked at, ms
 */
export function watchBody(
  request: IncomingMessage,
  late: () => void,
  clock: BodyClock = clockOf(request),
  every = 1_000,
): void {
  const { headers, socket } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody) return;
  const begin = performance.now();
  let seen = socket.bytesRead;
  let heard = begin;
  const timer = setInterval(() => {
    if (request.complete || request.destroyed || socket.destroyed) return clearInterval(timer);
    const now = performance.now();
    // Bytes that wait for a busy server are no silence of the client.
    if (socket.bytesRead !== seen || request.readableLength > 0) {
      seen = socket.bytesRead;
      heard = now;
    }
    if (now - begin < clock.whole && now - heard < clock.silent) return;
    clearInterval(timer);
    late();
  }, every);
  timer.unref();
}
