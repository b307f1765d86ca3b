import { AcademyError } from '@academy/contract/errors';
import type { WebEntry } from '@academy/contract/web-entry';
import type { FastifyInstance } from 'fastify';

/**
 * Answers addresses outside of the API without a route, with the texts and headers of every other refusal: files that
 * do not exist, and methods that a page does not accept.
 *
 * @param web null where there are no pages
 */
export function addNotFound(app: FastifyInstance, web: Pick<WebEntry, 'patternOf'> | null): void {
  app.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead || web === null || web.patternOf(path) === null) throw new AcademyError('not-found');
    reply.header('allow', 'GET, HEAD');
    throw new AcademyError('method-not-allowed');
  });
}
