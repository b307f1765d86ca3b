import { CORRELATION_ID_HEADER } from '@academy/contract/constants';
import type { FastifyInstance } from 'fastify';

/** Query parameters that carry codes or addresses: such queries are left out of the log (security rule 49). */
const SILENT = /(code|token|email|hint|state|verifi)/i;

/** One line per request: what, how it ended, how long it took, under which correlation id. Never bodies or bearers. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, url, host } = request;
    const at = url.indexOf('?');
    const path = at < 0 ? url : url.slice(0, at);
    const query = at < 0 ? '' : url.slice(at);
    const line = {
      method,
      host,
      url: SILENT.test(query) ? `${path}?[left out]` : url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    const sentId = reply.getHeader(CORRELATION_ID_HEADER);
    const detail = sentId === request.id || sentId === undefined ? line : { ...line, replyCorrelationId: sentId };
    if (reply.statusCode >= 500) request.log.warn(detail, 'request');
    else request.log.info(detail, 'request');
  });
}
