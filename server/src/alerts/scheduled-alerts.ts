import { type Polling, type PollingOptions, startPolling } from '../background/polling.ts';
import type { CatalogueVersions } from '../catalogue/catalogue-version.ts';
import type { Database } from '../db/connect.ts';
import { alertsStore } from './alerts.store.ts';

/** Longest wait, ms: Node's timers hold 24 days at most, and clocks drift. */
const MAX_MS = 3_600_000;
/** Several changes within this time cause one query, ms. */
const DEBOUNCE_MS = 100;

export interface ScheduledAlertsOptions {
  db: Database;
  versions: Pick<CatalogueVersions, 'bump' | 'onBump'>;
  log: PollingOptions['log'];
}

/**
 * Invalidates cached pages when a scheduled alert starts or ends, by bumping the tenant's catalogue version. Each
 * server has a timer of its own by the database's clock. Several bumps for one alert are harmless: each costs one more
 * comparison of the most requested pages.
 */
export function startScheduledAlerts({ db, versions, log }: ScheduledAlertsOptions): Polling {
  const run = alertSchedule(db, versions);
  const polling = startPolling({ work: 'watching scheduled alerts', everyMs: MAX_MS, run, log });
  // Alerts change only together with a catalogue version. The listener returns at once, because the writer waits for
  // it.
  versions.onBump(async () => polling.trigger(DEBOUNCE_MS));
  return polling;
}

/**
 * @returns a function that bumps the versions of alerts which started or ended since it was called last, and returns how
 *   long the next start or end is away at least, ms
 */
export function alertSchedule(db: Database, versions: Pick<CatalogueVersions, 'bump'>): () => Promise<number> {
  const store = alertsStore(db);
  /** Starts and ends up to this moment are handled; as text of the database, which is more precise than a `Date`. */
  let since: string | null = null;
  return async () => {
    const { now, turn } = await store.nextTurn(since);
    const isDue = turn !== null && turn.waitMs === 0;
    if (isDue)
      for (const tenantId of turn.tenantIds) {
        const invalidate = await db.transaction((tx) => versions.bump(tx, tenantId, 'alerts'));
        await invalidate();
      }
    // Set only after success: a run that fails must find the same alerts again.
    since = now;
    return isDue ? 0 : Math.min(turn?.waitMs ?? MAX_MS, MAX_MS);
  };
}
