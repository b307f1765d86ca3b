import { AcademyError } from '@academy/contract/errors';
import type { FastifyInstance } from 'fastify';

/** Longest address, bytes (docs/security-rules.md#default-limits). Headers are limited by the HTTP parser. */
const MAX_URL = 8 * 1024;

/** Refuses what no honest client sends before any work is done for it. */
export function addRequestLimits(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.url.length > MAX_URL) throw new AcademyError('uri-too-long');
    // Two ways to say where the body ends is how requests are smuggled through proxies.
    if (request.headers['transfer-encoding'] !== undefined && request.headers['content-length'] !== undefined)
      throw new AcademyError('bad-request');
  });
}
