import { CALLS } from '@academy/contract/calls';
import { API_BASE_PATH } from '@academy/contract/constants';
import { AcademyError } from '@academy/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What pages of other origins request: calls, files of the content, and the health of the server. */
const SHARED = /^\/(?:api\/v1|assets\/content|health\/live)(?:[/?]|$)/;
/** Addresses of calls that browsers may send cookies to. */
const WITH_COOKIES: ReadonlySet<string> = new Set(
  CALLS.filter(({ sendsCookies }) => sendsCookies).map(({ path }) => `${API_BASE_PATH}${path}`),
);
const PREFLIGHT_SECONDS = '600';
const SENT_HEADERS = 'authorization, content-type, email, idempotency-key, tenantid';
const READ_HEADERS = 'content-disposition, etag, retry-after, x-correlation-id';

/** Lets pages of listed origins read replies. Each origin is named exactly; others get no CORS headers. */
export function addCors(
  app: FastifyInstance,
  { allowedOrigins, hasPagesElsewhere }: { allowedOrigins: ReadonlySet<string>; hasPagesElsewhere: boolean },
): void {
  const listed = ({ headers: { origin } }: FastifyRequest) => origin !== undefined && allowedOrigins.has(origin);

  const allow = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('access-control-allow-origin', request.headers.origin);
    if (WITH_COOKIES.has(request.url.split('?')[0] ?? '')) reply.header('access-control-allow-credentials', 'true');
  };

  const addTo = (request: FastifyRequest, reply: FastifyReply) => {
    if (!SHARED.test(request.url)) return;
    const vary = String(reply.getHeader('vary') ?? '');
    reply.header('vary', vary === '' ? 'origin' : `${vary}, origin`);
    // Pictures and the health of the server are requested without an `Origin` header.
    if (hasPagesElsewhere && !request.url.startsWith(API_BASE_PATH))
      reply.header('cross-origin-resource-policy', 'cross-origin');
    if (!listed(request)) return;
    allow(request, reply);
    reply.header('access-control-expose-headers', READ_HEADERS).header('cross-origin-resource-policy', 'cross-origin');
  };
  // Only when the reply is ready, because routes set a `Vary` of their own.
  app.addHook('onSend', (request, reply, _payload, done) => {
    addTo(request, reply);
    done();
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
