import { AcademyError } from '@academy/contract/errors';
import type { FastifyInstance } from 'fastify';

/** Deepest nesting and longest array of a JSON body (docs/security.md#default-limits). */
const MAX_DEPTH = 20;
const MAX_ARRAY = 1_000;

/**
 * Accepts JSON bodies only, refuses `__proto__` and `constructor.prototype` keys, and limits nesting and length. Any
 * other content type is answered 415.
 * @param types content types that hold JSON
 * @param maxArray longest array
 */
export function addJsonBody(app: FastifyInstance, types = ['application/json'], maxArray = MAX_ARRAY): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(types, { parseAs: 'string' }, (request, body, done) => {
    void parse(request, body as string, (error, value) => {
      if (error) return done(new AcademyError('invalid-json'));
      const problem = tooMuch(value, 1, maxArray);
      return problem === null ? done(null, value) : done(new AcademyError(problem));
    });
  });
}

function tooMuch(value: unknown, depth: number, maxArray: number): 'too-deep' | 'too-large' | null {
  if (value === null || typeof value !== 'object') return null;
  if (depth > MAX_DEPTH) return 'too-deep';
  if (Array.isArray(value) && value.length > maxArray) return 'too-large';
  for (const part of Object.values(value)) {
    const problem = tooMuch(part, depth + 1, maxArray);
    if (problem !== null) return problem;
  }
  return null;
}
