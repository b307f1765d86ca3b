import editions from './editions/editions.json' with { type: 'json' };

export interface Edition {
  /** Version of its release: `0.1.0`. */
  edition: string;
  /** The last migration that it knows. */
  lastMigration: string;
}

/** Released editions, oldest first. A release adds its own. */
export const RELEASED_EDITIONS: readonly Edition[] = editions;

/**
 * The edition that a database is of, by its migrations: the newest one whose migrations it all has.
 *
 * @returns null for a database before the first release; `isExact: false` when it has migrations of the next one already
 */
export function editionOf(
  applied: readonly string[],
  known: readonly Edition[] = RELEASED_EDITIONS,
): { edition: string; isExact: boolean } | null {
  const newest = known.findLast(({ lastMigration }) => applied.includes(lastMigration));
  if (newest === undefined) return null;
  return { edition: newest.edition, isExact: applied.at(-1) === newest.lastMigration };
}
