import { API_BASE_PATH } from '@academy/contract/constants';
import { AcademyError } from '@academy/contract/errors';
import { endLocalSession } from '@academy/contract/sign-in';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What pages of other origins ask for: calls, files of the content, and whether the server is there. */
const SHARED = /^\/(?:api\/v1|assets\/content|health\/live)(?:[/?]|$)/;
/** The one call that takes cookies along (security rule 35). */
const WITH_CREDENTIALS = `${API_BASE_PATH}${endLocalSession.path}`;
const PREFLIGHT_SECONDS = '600';
const SENT_HEADERS = 'authorization, content-type, email, idempotency-key, tenantid';
const READ_HEADERS = 'content-disposition, etag, retry-after, x-correlation-id';

/** Lets pages of listed origins read answers; each origin is named exactly, and to others nothing is said. */
export function addCors(
  app: FastifyInstance,
  { allowedOrigins, hasPagesElsewhere }: { allowedOrigins: ReadonlySet<string>; hasPagesElsewhere: boolean },
): void {
  const listed = ({ headers: { origin } }: FastifyRequest) => origin !== undefined && allowedOrigins.has(origin);

  const allow = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('access-control-allow-origin', request.headers.origin);
    if (request.url.split('?')[0] === WITH_CREDENTIALS) reply.header('access-control-allow-credentials', 'true');
  };

  // When the reply is ready: others write their own `Vary`.
  app.addHook('onSend', async (request, reply) => {
    if (!SHARED.test(request.url)) return;
    const vary = String(reply.getHeader('vary') ?? '');
    reply.header('vary', vary === '' ? 'origin' : `${vary}, origin`);
    // Pictures, and whether somebody is there, are asked for without the origin of the page.
    if (hasPagesElsewhere && !request.url.startsWith(API_BASE_PATH))
      reply.header('cross-origin-resource-policy', 'cross-origin');
    if (!listed(request)) return;
    allow(request, reply);
    reply.header('access-control-expose-headers', READ_HEADERS).header('cross-origin-resource-policy', 'cross-origin');
  });

  app.options(`${API_BASE_PATH}/*`, async (request, reply) => {
    if (request.headers.origin === undefined) throw new AcademyError('method-not-allowed');
    if (!listed(request)) throw new AcademyError('cross-site');
    return reply
      .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
      .header('access-control-allow-headers', SENT_HEADERS)
      .header('access-control-max-age', PREFLIGHT_SECONDS)
      .code(204)
      .send();
  });
}
