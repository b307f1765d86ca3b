import { type Polling, type PollingOptions, startPolling } from '../background/polling.ts';
import type { Database } from '../db/connect.ts';
import { retentionStore } from './retention.store.ts';
import { RETENTION_NAMES, type Retention, type RetentionName } from './retention-settings.ts';

const EVERY_MS = 3_600_000;

/**
 * Deletes all records whose time is over, a batch after the other.
 *
 * @returns how many of each; those of which there were none are left out
 */
export async function deleteDue(
  db: Database,
  retention: Retention,
  signal?: AbortSignal,
): Promise<Partial<Record<RetentionName, number>>> {
  const store = retentionStore(db);
  const deleted: Partial<Record<RetentionName, number>> = {};
  for (const name of RETENTION_NAMES) {
    const days = retention[name];
    if (days === null) continue;
    for (;;) {
      if (signal?.aborted === true) return deleted;
      const rows = await store.deleteSome(name, days);
      if (rows === 0) break;
      deleted[name] = (deleted[name] ?? 0) + rows;
    }
  }
  return deleted;
}

/** Deletes records whose time is over, every hour. Several servers may do so at once. */
export function startRetention(db: Database, retention: Retention, log: PollingOptions['log']): Polling {
  return startPolling({
    ...{ work: 'deleting old records', everyMs: EVERY_MS, log },
    async run(signal) {
      const deleted = await deleteDue(db, retention, signal);
      if (Object.keys(deleted).length > 0) log.info({ deleted }, 'old records were deleted');
      return undefined;
    },
  });
}
