import { AcademyError } from '@academy/contract/errors';
import type { FastifyRequest } from 'fastify';

/**
 * Refuses changing calls when the browser's headers say that they come from another site or are no script's own
 * request: navigation, prefetch, no-cors, an unlisted origin. Command line tools send none of these headers and pass.
 */
export function refuseCrossSite(request: FastifyRequest, allowedOrigins: ReadonlySet<string>): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const mode = request.headers['sec-fetch-mode'];
  const purpose = request.headers['sec-purpose'] ?? request.headers.purpose;
  const listed = origin !== undefined && allowedOrigins.has(origin);
  if (origin !== undefined && !listed) throw new AcademyError('cross-site');
  if (mode === 'navigate' || mode === 'no-cors' || mode === 'websocket') throw new AcademyError('cross-site');
  if (typeof purpose === 'string' && purpose.includes('prefetch')) throw new AcademyError('cross-site');
  if (site !== undefined && site !== 'same-origin' && !listed) throw new AcademyError('cross-site');
}
