import type { FastifyRequest } from 'fastify';

/**
 * Works for a client, and tells the work when the client has gone. Its connection is what counts: the request itself
 * closes as soon as its body was read.
 */
export async function whileConnected<T>(
  request: FastifyRequest | null,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  // A request that was ended half-way forgets its connection.
  const socket = request?.socket;
  if (socket?.destroyed) leave();
  socket?.once('close', leave);
  try {
    return await work(gone.signal);
  } finally {
    socket?.off('close', leave);
  }
}
