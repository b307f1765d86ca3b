import { CORRELATION_ID_HEADER } from '@academy/contract/constants';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusalOf } from './error-reply.ts';
import { loggedAddress } from './logged-address.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Finds the pattern of a path where one route answers many kinds of addresses; null: unknown. */
    patternOf?: (path: string) => string | null;
    /** Name of the call that a route answers. */
    call?: string;
  }
}

/** Proxies ask them every second: at `info` these lines would be most of the log of a quiet server. */
const READINESS: readonly (string | undefined)[] = ['/health/readers', '/health/ready'];

/**
 * One line per request: method, address, status, duration, correlation id. Never bodies or bearers, and of the address
 * only the pattern of its route with the values of public parameters. A refused request has the code of its refusal and
 * the name of the field, never what was sent in it.
 */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, host } = request;
    const url = loggedAddress(request.url, patternOf(request), reply.statusCode < 400);
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const line = { method, host, url, status: reply.statusCode, ms, ...refusalOf(request) };
    const sentId = reply.getHeader(CORRELATION_ID_HEADER);
    const detail = sentId === request.id || sentId === undefined ? line : { ...line, replyCorrelationId: sentId };
    if (reply.statusCode >= 500) request.log.warn(detail, 'request');
    else if (READINESS.includes(request.routeOptions.url)) request.log.debug(detail, 'request');
    else request.log.info(detail, 'request');
    done();
  });
}

/** Name of the call that a request makes, else the pattern of its route: one of a limited number of texts. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.config?.call ?? patternOf(request);
}

/** `/*` for requests without a route. */
function patternOf(request: FastifyRequest): string {
  const { config, url } = request.routeOptions;
  const [path = ''] = request.url.split('?');
  return config?.patternOf?.(path) ?? url ?? '/*';
}
