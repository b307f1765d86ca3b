import { channel } from 'node:diagnostics_channel';
import type { Pool, PoolClient } from 'pg';
import { type Activity, currentActivity, inThisContext } from '../background/activity.ts';

/** Channel of every statement once it ended. */
export const STATEMENT_CHANNEL = 'academy.statement';

/** A statement that ended. Its values are never part of it. */
export interface EndedStatement {
  text: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** Until the reply of the database, ms. */
  ms: number;
  /** Rows returned or changed; null for a statement that failed. */
  rows: number | null;
  /** SQLSTATE or the system's code; null for a statement that succeeded. */
  errorCode: string | null;
  /** What it was sent for. */
  activity: Activity | undefined;
}

/** Longest text of a statement in logs and traces, characters. */
const MAX_LENGTH = 2_000;

const statements = channel(STATEMENT_CHANNEL);

/** Publishes every statement of a pool's connections. */
export function watchStatements(pool: Pool): void {
  pool.on('connect', watchClient);
  const connect = pool.connect.bind(pool) as (done?: Ended) => unknown;
  // A query that waited for a connection runs when another request gives one back, and belongs to its own request.
  pool.connect = ((done?: Ended) => connect(done === undefined ? undefined : inThisContext(done))) as Pool['connect'];
}

type Query = (...given: unknown[]) => unknown;
type Ended = (error: unknown, result: unknown) => void;

/** The driver has no hook of its own; it accepts a callback, or returns a promise where there is none. */
function watchClient(client: PoolClient): void {
  const plain = client.query.bind(client) as Query;
  const watched: Query = (...given) => {
    const text = textOf(given[0]);
    if (text === null || !statements.hasSubscribers) return plain(...given);
    const activity = currentActivity();
    const startedAt = Date.now();
    const start = performance.now();
    const ended: Ended = (error, result) => {
      const ms = performance.now() - start;
      statements.publish({
        ...{ text, startedAt, ms, activity },
        rows: error === null ? rowsOf(result) : null,
        errorCode: error === null ? null : codeOf(error),
      } satisfies EndedStatement);
    };
    const callback = given.at(-1);
    if (typeof callback === 'function')
      return plain(...given.slice(0, -1), (error: unknown, result: unknown) => {
        ended(error ?? null, result);
        callback(error, result);
      });
    const result = plain(...given);
    if (result instanceof Promise)
      result.then(
        (value) => ended(null, value),
        (error: unknown) => ended(error, null),
      );
    return result;
  };
  client.query = watched as PoolClient['query'];
}

/** Null for streams and cursors, which end when their reader does. */
function textOf(query: unknown): string | null {
  if (typeof query === 'string') return query;
  if (query === null || typeof query !== 'object' || 'submit' in query || !('text' in query)) return null;
  return typeof query.text === 'string' ? query.text : null;
}

function rowsOf(result: unknown): number {
  const last: unknown = Array.isArray(result) ? result.at(-1) : result;
  return last !== null && typeof last === 'object' && 'rowCount' in last ? Number(last.rowCount ?? 0) : 0;
}

const codeOf = (error: unknown): string =>
  error !== null && typeof error === 'object' && 'code' in error ? String(error.code) : 'unknown';

/** A statement as logs and traces show it: on one line, of bounded length, and without literals of text. */
export function shownStatement(text: string): string {
  return text
    .slice(0, 2 * MAX_LENGTH)
    .replace(/'(?:[^']|'')*(?:'|$)/g, "'?'")
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH);
}
