import type { ErrorCode } from '@academy/contract/errors';

/** Attempts in all for a read that is not answered. */
export const MAX_TRIES = 3;

const FIRST_PAUSE_MS = 500;
/** Longest `Retry-After` that is honoured, ms. */
const MAX_RETRY_AFTER_MS = 20_000;

/** Statuses of a server that is overloaded, or of a reverse proxy that cannot reach it. */
const TRANSIENT_STATUSES: readonly number[] = [429, 502, 503, 504];
/** The academy's error codes for the same; its other codes under these statuses are final. */
const TRANSIENT_CODES: readonly string[] = ['unavailable', 'too-many-requests'] satisfies ErrorCode[];

/** How one attempt ended. */
export interface Outcome {
  /** HTTP status; 0: no answer came. */
  status: number;
  /** Code of the first error of the envelope; null without an envelope. */
  code: string | null;
  /** The header `Retry-After`. */
  retryAfter: string | null;
}

/**
 * Delay before a read is retried, ms; null: no retry. Exponential back-off with jitter, added to the server's
 * `Retry-After`.
 *
 * @param tries that were made
 */
export function pauseBeforeNext(
  outcome: Outcome,
  tries: number,
  random = Math.random(),
  now = Date.now(),
): number | null {
  const { status, code, retryAfter } = outcome;
  if (tries >= MAX_TRIES) return null;
  if (status !== 0 && !(TRANSIENT_STATUSES.includes(status) && (code === null || TRANSIENT_CODES.includes(code))))
    return null;
  const asked = retryAfter === null ? 0 : retryAfterMs(retryAfter, now);
  if (asked > MAX_RETRY_AFTER_MS) return null;
  return asked + FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + random / 2);
}

/** The delay of a `Retry-After` header, ms: from seconds or a date; 0 for an invalid one. */
export function retryAfterMs(retryAfter: string, now: number): number {
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

/** Waits. @returns false when it was aborted meanwhile */
export function waited(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  if (signal?.aborted) return Promise.resolve(false);
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      done(signal?.aborted !== true);
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}
