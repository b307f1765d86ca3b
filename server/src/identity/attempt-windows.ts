import type { Database } from '../db/connect.ts';
import { attemptsStore } from './attempts.store.ts';

/**
 * Counts limited actions in the database, so that all servers share the counters.
 *
 * @param now for tests
 */
export function attemptWindows(db: Database, now?: () => number) {
  const attempts = attemptsStore(db, now);
  return {
    /** @returns number of times since the window began, this one included */
    take: async (key: string, windowMs: number): Promise<number> => (await attempts.take(key, windowMs)).count,
  };
}
