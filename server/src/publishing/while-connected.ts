import type { FastifyRequest } from 'fastify';

/**
 * Works for a client, and aborts the signal when the client disconnects. It watches the connection: the request itself
 * closes as soon as its body was read.
 */
export async function whileConnected<T>(
  request: FastifyRequest | null,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  // A request that was aborted half-way loses its connection.
  const socket = request?.socket;
  if (socket?.destroyed) leave();
  socket?.once('close', leave);
  try {
    return await work(gone.signal);
  } finally {
    socket?.off('close', leave);
  }
}
