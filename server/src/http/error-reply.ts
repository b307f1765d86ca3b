import { CORRELATION_ID_HEADER } from '@academy/contract/constants';
import { fail } from '@academy/contract/envelope';
import { AcademyError, ERRORS, type ErrorCode } from '@academy/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { correlationIdOf } from './correlation-id.ts';

/** Error codes of Fastify and Node, and ours. Every error that a client can cause has a row here. */
const KNOWN: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid-json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid-json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad-request',
  FST_ERR_BAD_URL: 'bad-request',
  FST_ERR_MAX_PARAM_LENGTH: 'uri-too-long',
  FST_ERR_PARAM_MAX_LENGTH: 'uri-too-long',
  // Of the database connection: a client that disconnects reads no reply.
  ECONNRESET: 'unavailable',
  EPIPE: 'unavailable',
  ETIMEDOUT: 'unavailable',
  ECONNREFUSED: 'unavailable',
  ENOENT: 'unavailable',
  EHOSTUNREACH: 'unavailable',
  ENETUNREACH: 'unavailable',
  ENOTFOUND: 'unavailable',
  EAI_AGAIN: 'unavailable',
  // PostgreSQL: too many connections, crashed, shutting down, starting up, query cancelled, lost connection
  '53300': 'unavailable',
  '57P02': 'unavailable',
  '57P01': 'unavailable',
  '57P03': 'unavailable',
  '57014': 'unavailable',
  '08006': 'unavailable',
  // pgbouncer: it cannot reach PostgreSQL, or its queue is full
  '08P01': 'unavailable',
  // PostgreSQL: serialization failure or deadlock, out of memory, a read-only server (a failover)
  '40001': 'unavailable',
  '40P01': 'unavailable',
  '53200': 'unavailable',
  '25006': 'unavailable',
  // PostgreSQL and the operating system: no space on the disk
  '53100': 'no-space',
  ENOSPC: 'no-space',
  EDQUOT: 'no-space',
};

/** Messages of the database driver for errors without a code. */
const LOST_CONNECTION =
  /^timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/;

/** Seconds after which a refused call may be retried, where the refusal itself does not say. */
const RETRY_AFTER: Partial<Record<ErrorCode, number>> = {
  unavailable: 5,
  'too-many-requests': 5,
  'no-space': 30,
};

/** The only writer of error replies: short public texts; details are only logged. */
export function addErrorReply(app: FastifyInstance, hasSpace: HasSpace = () => true): void {
  app.setErrorHandler((error: unknown, request, reply) => sendError(error, request, reply, hasSpace));
}

/** Whether there is space on the disk of the database. */
export type HasSpace = () => boolean;

/** What a client got wrong, for the line of its request in the log. */
const refusals = new WeakMap<FastifyRequest, { code: string; field?: string }>();

/** Names of fields are ours; an unknown one is the client's, and is logged as far as it looks like a name. */
const FIELD = /^[\w.[\]-]{1,60}$/;

/** The code and field with which a request was refused; null when it was not. */
export function refusalOf(request: FastifyRequest): { code: string; field?: string } | null {
  return refusals.get(request) ?? null;
}

export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  hasSpace: HasSpace = () => true,
): FastifyReply {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const known = !isRead && isDiskFull(error, hasSpace) ? new AcademyError('no-space') : asAcademyError(error);
  const field = known.field !== undefined && FIELD.test(known.field) ? { field: known.field } : {};
  refusals.set(request, { code: known.code, ...field });
  if (known.code === 'unexpected') request.log.error({ err: error }, 'unexpected error');
  else if (ERRORS[known.code].status >= 500) request.log.warn({ err: error }, known.code);
  const retryAfter = known.retryAfter ?? RETRY_AFTER[known.code];
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  // Requests that the router refuses skip the hook that sets the id.
  reply.header('cache-control', 'no-store').header(CORRELATION_ID_HEADER, correlationIdOf(request));
  const detail = known.field === undefined ? {} : { field: known.field };
  const body = fail([{ errorMessage: known.message, code: known.code, ...detail }], correlationIdOf(request));
  return reply.code(ERRORS[known.code].status).send({ ...body, data: known.data });
}

/**
 * Whether a write failed for lack of space. A database may end when its disk is full, so an unreachable one counts,
 * too.
 */
export function isDiskFull(error: unknown, hasSpace: HasSpace = () => true): boolean {
  const { code } = asAcademyError(error);
  return code === 'no-space' || (code === 'unavailable' && !hasSpace());
}

function asAcademyError(error: unknown): AcademyError {
  if (error instanceof AcademyError) return error;
  for (const one of chain(error)) {
    const code = typeof one.code === 'string' ? KNOWN[one.code] : undefined;
    if (code !== undefined) return new AcademyError(code);
    if (LOST_CONNECTION.test(one.message ?? '')) return new AcademyError('unavailable');
    // JSON that would set inherited keys is refused by the parser with a plain SyntaxError and status 400.
    if (typeof one.statusCode === 'number' && one.statusCode >= 400 && one.statusCode < 500)
      return new AcademyError(one.statusCode === 429 ? 'too-many-requests' : 'bad-request');
  }
  return new AcademyError('unexpected');
}

interface Loose {
  code?: unknown;
  message?: string;
  statusCode?: unknown;
  cause?: unknown;
}

/** An error and its causes: Drizzle wraps errors of the database. */
function* chain(error: unknown): Generator<Loose> {
  let one = error as Loose | null | undefined;
  for (let depth = 0; one !== null && typeof one === 'object' && depth < 5; depth += 1) {
    yield one;
    one = one.cause as Loose | undefined;
  }
}
