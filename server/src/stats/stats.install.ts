import type { AppContext } from '../app-context.ts';
import { bindStats } from './stats.routes.ts';
import { statsService } from './stats.service.ts';
import { statsStore } from './stats.store.ts';

/** A request waits this long for new statistics before it gets older ones, ms. */
const FIGURES_PATIENCE_MS = 800;

export function installStats({ calls, db, log, figuresPatienceMs = FIGURES_PATIENCE_MS }: AppContext): void {
  const service = statsService(statsStore(db), {
    patienceMs: figuresPatienceMs,
    onFailure: (error) => log.warn({ err: error }, 'statistics could not be computed'),
  });
  bindStats(calls, service);
}
