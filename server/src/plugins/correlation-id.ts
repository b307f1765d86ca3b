import { randomUUID } from 'node:crypto';
import { CORRELATION_ID_HEADER } from '@academy/contract/constants';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A new id for each request. What a client sends is never taken over: ids in the log are ours. */
export function newCorrelationId(): string {
  return randomUUID();
}

/** Puts the request's id on every reply. A handler may have set another one (a cached reply carries its own). */
export function addCorrelationId(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(CORRELATION_ID_HEADER, correlationIdOf(request));
  });
}

export function correlationIdOf(request: FastifyRequest): string {
  return request.id;
}
