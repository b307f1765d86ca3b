import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A client that takes none of its answer for this long is given up, ms; as long as reverse proxies wait by default. */
const STALL_MS = 60_000;

/**
 * Ends connections whose client has stopped reading its answer. Without it a client could hold any number of connections
 * with their unsent bytes for ever. A slow line is no trouble: every byte that is taken starts the time anew.
 */
export function endStalledReaders(app: FastifyInstance, stallMs = STALL_MS): void {
  // Only from here on: what takes long to be made is still silent.
  app.addHook('onSend', async (request) => endWhenStalled(request.raw.socket, stallMs));
}

/** The same for an answer that does not pass through Fastify. */
export function endWhenStalled(socket: Partial<Socket> | null, stallMs = STALL_MS): void {
  // Node ends the connection, and clears the time when the answer is out. A connection that has ended already is taken
  // from its request: there is nobody left who could read.
  socket?.setTimeout?.(stallMs);
}
