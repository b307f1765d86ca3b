import type { AppContext } from '../app-context.ts';
import { bindStats } from './stats.routes.ts';
import { statsService } from './stats.service.ts';
import { statsStore } from './stats.store.ts';

/** A request waits this long for new statistics before it gets older ones, ms. */
const STATISTICS_WAIT_MS = 800;

export function installStats({ calls, db, log, statistics }: AppContext): void {
  const service = statsService(statsStore(db), {
    waitMs: STATISTICS_WAIT_MS,
    ...statistics,
    onFailure: (error) => log.warn({ err: error }, 'statistics could not be computed'),
  });
  bindStats(calls, service);
}
