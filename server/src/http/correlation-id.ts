import { randomUUID } from 'node:crypto';
import { CORRELATION_ID_HEADER } from '@academy/contract/constants';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A new id for each request. Ids sent by clients are ignored, so that ids in the log are unique and ours. */
export function newCorrelationId(): string {
  return randomUUID();
}

/** Sets the request's id on every reply, unless the handler has set another one (a cached reply carries its own). */
export function addCorrelationId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(CORRELATION_ID_HEADER, correlationIdOf(request));
    done();
  });
}

export function correlationIdOf(request: FastifyRequest): string {
  return request.id;
}
