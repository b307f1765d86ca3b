import type { CatalogueVersions } from '../catalogue/catalogue-version.ts';
import type { Database } from '../db/connect.ts';
import type { TenantScope } from '../scope.ts';
import { type AlertsStore, alertsStore } from './alerts.store.ts';

/** Longest wait, ms: timers hold no more than 24 days, and clocks drift. */
const LONGEST_MS = 3_600_000;
/** Changes that come together are looked at together, ms. */
const SOON_MS = 100;
/** Wait after the database could not be asked, ms. */
const AGAIN_MS = 5_000;

interface AlertClockOptions {
  db: Database;
  versions: Pick<CatalogueVersions, 'grow' | 'onGrowth'>;
  onFailure: (error: unknown) => void;
}

/**
 * Has pages follow when a planned alert begins or ends: at that moment the academy's catalogue grows, as by a publish.
 * Each server keeps its own timer and all ask the database for the time; that each of them lets the catalogue grow costs
 * a comparison of the pages that are asked for often.
 */
export class AlertClock {
  readonly #options: AlertClockOptions;
  readonly #store: Pick<AlertsStore, 'nextTurn'>;
  /** Moments up to this one are done with, in the words of the database. */
  #since: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  /** Something changed during the look. */
  #stale = false;
  #closed = false;

  constructor(options: AlertClockOptions) {
    this.#options = options;
    this.#store = alertsStore(options.db);
    // Alerts change only together with a catalogue. Whoever made it grow does not wait for this.
    options.versions.onGrowth(async () => this.#lookIn(SOON_MS));
  }

  start(): Promise<void> {
    return this.#look();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #lookIn(ms: number): void {
    if (this.#looking) this.#stale = true;
    if (this.#closed || this.#looking) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), ms);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    this.#looking = true;
    this.#stale = false;
    let next = LONGEST_MS;
    try {
      const { now, turn } = await this.#store.nextTurn(this.#since);
      if (turn !== null && turn.waitMs === 0) {
        await this.#turn(turn.tenantIds);
        next = 0;
      } else if (turn !== null) next = Math.min(turn.waitMs, LONGEST_MS);
      // Only now: what could not be done is found again.
      this.#since = now;
    } catch (error) {
      if (!this.#closed) this.#options.onFailure(error);
      next = AGAIN_MS;
    }
    this.#looking = false;
    this.#lookIn(this.#stale ? Math.min(next, SOON_MS) : next);
  }

  async #turn(tenantIds: readonly TenantScope[]): Promise<void> {
    const { db, versions } = this.#options;
    for (const tenantId of tenantIds) {
      const keep = await db.transaction((tx) => versions.grow(tx, tenantId, 'alerts'));
      await keep();
    }
  }
}
