import type { ErrorCode } from '@academy/contract/errors';

/** How often a read is made in all when nobody answers it. */
export const MOST_TRIES = 3;

const FIRST_PAUSE_MS = 500;
/** Whoever asks for more patience than this is not waited for, ms. */
const LONGEST_RETRY_AFTER_MS = 20_000;

/** Statuses with which a server, or what stands before it, says that it is busy or away for the moment. */
const TRANSIENT_STATUSES: readonly number[] = [429, 502, 503, 504];
/** The same by the academy's own words: others under these statuses are decided. */
const TRANSIENT_CODES: readonly string[] = ['unavailable', 'too-many-requests'] satisfies ErrorCode[];

/** How a try ended. */
export interface Outcome {
  /** HTTP status; 0: no answer came. */
  status: number;
  /** Code of the first error of the envelope; null without an envelope. */
  code: string | null;
  /** The header `Retry-After`. */
  retryAfter: string | null;
}

/**
 * How long to wait before a read is made again, ms; null: it is not. The pauses grow and are spread, and what the server
 * asks for comes on top.
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
  if (tries >= MOST_TRIES) return null;
  if (status !== 0 && !(TRANSIENT_STATUSES.includes(status) && (code === null || TRANSIENT_CODES.includes(code)))) return null;
  const asked = retryAfter === null ? 0 : retryAfterMs(retryAfter, now);
  if (asked > LONGEST_RETRY_AFTER_MS) return null;
  return asked + FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + random / 2);
}

/** What `Retry-After` asks for, ms: seconds, or the time of a date. Without sense it asks for nothing. */
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
