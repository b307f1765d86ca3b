import { AcademyError } from '@academy/contract/errors';
import type { FastifyInstance } from 'fastify';

/** Longest address, bytes (docs/security.md#default-limits). Headers are limited by the HTTP parser. */
const MAX_URL = 8 * 1024;

/** Refuses requests that no regular client sends before any work is done for them. */
export function addRequestLimits(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.url.length > MAX_URL) throw new AcademyError('uri-too-long');
    // Two ways to mark the end of the body allow request smuggling through proxies.
    if (request.headers['transfer-encoding'] !== undefined && request.headers['content-length'] !== undefined)
      throw new AcademyError('bad-request');
    done();
  });
}
