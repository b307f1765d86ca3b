import { setTimeout as delay } from 'node:timers/promises';

/**
 * Codes of PostgreSQL for a server that is not, or no longer, the one to use: a former primary server that has become a
 * standby, one that shuts down, has crashed or starts.
 */
const NOT_PRIMARY: ReadonlySet<string> = new Set(['25006', '57P01', '57P02', '57P03']);
/** Codes of PostgreSQL, Node and the operating system for a connection that was lost or refused. */
const LOST: ReadonlySet<string> = new Set([
  ...NOT_PRIMARY,
  // 08P01: pgbouncer, which cannot reach PostgreSQL.
  ...['08000', '08001', '08003', '08004', '08006', '08P01', 'ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ENOENT'],
]);
const LOST_MESSAGE = /^Connection terminated|connection error and is not queryable/;

/** Waits before a read is tried again, ms: long enough for a proxy to find another server, short enough for a reader. */
const WAITS_MS = [50, 250, 1_000];

/** Whether a connection that got this code leads to a server that takes no writes. */
export const isNotPrimary = (code: string | undefined): boolean => NOT_PRIMARY.has(code ?? '');

/** Whether a statement failed because its connection or server was lost: another one may answer. */
export function isLostServer(error: unknown): boolean {
  let one = error as { code?: unknown; message?: string; cause?: unknown } | null | undefined;
  for (let depth = 0; one !== null && typeof one === 'object' && depth < 5; depth += 1) {
    if (typeof one.code === 'string' && LOST.has(one.code)) return true;
    if (LOST_MESSAGE.test(one.message ?? '')) return true;
    one = one.cause as typeof one;
  }
  return false;
}

/**
 * Runs a read again when its database server was lost, on another connection. Never for writes: a lost connection does not
 * say whether they were stored.
 */
export async function retryOnLostServer<T>(read: () => Promise<T>, waitsMs: readonly number[] = WAITS_MS): Promise<T> {
  for (const waitMs of waitsMs) {
    try {
      return await read();
    } catch (error) {
      if (!isLostServer(error)) throw error;
      await delay(waitMs);
    }
  }
  return read();
}
