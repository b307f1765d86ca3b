import { startPolling } from '../background/polling.ts';
import { firstSteps } from '../stats/first-steps.ts';
import { keepQuestions } from '../stats/kept-questions.ts';
import { keepStatistics } from '../stats/kept-statistics.ts';
import { bindStats } from '../stats/stats.routes.ts';
import { statsService } from '../stats/stats.service.ts';
import { statsStore } from '../stats/stats.store.ts';
import type { AppContext } from './app-context.ts';

/** A request waits this long for new statistics before it gets older ones, ms. */
const STATISTICS_WAIT_MS = 800;

/** Sums follow the ledger at this distance, ms. */
const KEEP_EVERY_MS = 30_000;

export function installStats({ server, calls, db, log, statistics, mailbox }: AppContext): void {
  const service = statsService(statsStore(db), {
    waitMs: STATISTICS_WAIT_MS,
    ...statistics,
    onFailure: (error) => log.warn({ err: error }, 'statistics could not be computed'),
  });
  bindStats(calls, service, (tenant) => firstSteps(db, tenant, mailbox));
  const keeping = startPolling({
    ...{ work: 'keeping statistics', everyMs: KEEP_EVERY_MS, log },
    async run() {
      const began = performance.now();
      // The database rests for as long as it has worked.
      const isMore = [await keepStatistics(db), await keepQuestions(db)].includes(true);
      return isMore ? performance.now() - began : undefined;
    },
  });
  server.addHook('onClose', () => keeping.stop());
}
