import type { Database } from '../db/connect.ts';
import { attemptsStore } from './attempts.store.ts';

/** Counts what may be done a few times only, in the database, so that all servers count together. */
export function attemptWindows(db: Database, now: () => number) {
  const attempts = attemptsStore(db, now);
  return {
    /** @returns how often it was done since the window began, this time included */
    take: async (key: string, windowMs: number): Promise<number> => (await attempts.take(key, windowMs)).count,
  };
}
