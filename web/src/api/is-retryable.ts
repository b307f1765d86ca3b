import { CallError } from './call-error.ts';

/**
 * No answer, too many requests, a server in trouble, a session that must be renewed, code that could not be fetched: what
 * was to be sent waits. Only a clear refusal takes it back.
 */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof CallError)) return true;
  const { status, code } = error;
  // No envelope of ours: a proxy's page, or an answer cut off on its way. The server may not even have been asked.
  if (code === null) return true;
  return status === 0 || status === 401 || status === 408 || status === 429 || status >= 500;
}
