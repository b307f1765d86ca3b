import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * A client that reads none of its reply for this long is disconnected, ms; the default timeout of reverse proxies. Node.js
 * allows the same again when the last bytes went to the kernel in between.
 */
const STALL_MS = 60_000;

/**
 * Closes connections whose client has stopped reading its reply. Otherwise a client could keep any number of
 * connections with unsent bytes open. A slow line is fine: every byte read restarts the timeout.
 */
export function endStalledReaders(app: FastifyInstance, stallMs = STALL_MS): void {
  // Starts here: a reply that takes long to make sends nothing before.
  app.addHook('onSend', async (request) => endWhenStalled(request.raw.socket, stallMs));
}

/** The same for a reply that does not pass through Fastify. */
export function endWhenStalled(socket: Partial<Socket> | null, stallMs = STALL_MS): void {
  // Node closes the connection, and clears the timeout when the reply is sent. The socket of a closed connection is
  // null.
  socket?.setTimeout?.(stallMs);
}
