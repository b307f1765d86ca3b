import { CallError } from './call-error.ts';

/**
 * Whether sending may succeed later: after no answer, too many requests, a server error, an expired session, or code that
 * could not be fetched. Only a clear refusal is final.
 */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof CallError)) return true;
  const { status, code } = error;
  // Not an envelope: a proxy's page, or a truncated answer. The request may not have reached the server.
  if (code === null) return true;
  return status === 0 || status === 401 || status === 408 || status === 429 || status >= 500;
}
