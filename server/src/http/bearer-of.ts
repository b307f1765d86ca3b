import { AcademyError } from '@academy/contract/errors';
import type { FastifyRequest } from 'fastify';

/** Credentials are read from the Authorization header only. @throws AcademyError invalid-token */
export function bearerOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  const [, token] = /^bearer +(\S+)$/i.exec(header) ?? [];
  if (token === undefined) throw new AcademyError('invalid-token');
  return token;
}
