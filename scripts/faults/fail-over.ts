import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, FaultFigure, FaultRun } from './fault.ts';
import { prepareAcademy } from './support/academies.ts';
import { withCleanup } from './support/cleanup.ts';
import type { DatabaseCluster } from './support/database-cluster.ts';
import { figure } from './support/figures.ts';
import { loadAcademy, warmCatalogue } from './support/outage.ts';
import { startPlainCluster } from './support/plain-cluster.ts';
import { missingProgram } from './support/programs.ts';
import { answeredShare, problemsText } from './support/reads.ts';
import { checkLedger } from './support/writes.ts';

const LONG = { failOvers: 5, perSecond: 100, learners: 30, courses: 20 };
const SHORT = { failOvers: 1, perSecond: 40, learners: 10, courses: 8 };
/** Undisturbed writes before each loss of the primary, ms. */
const BEFORE_MS = 3_000;
/** Undisturbed writes after it, ms. */
const AFTER_MS = 2_000;
const HEALED_WITHIN_MS = 60_000;

export const failOver: Fault = {
  name: 'fail-over',
  title:
    'The primary PostgreSQL is killed and its synchronous standby takes over; no acknowledged write is lost, and no server restarts.',
  async run(given) {
    const missing = missingProgram(['haproxy']);
    if (missing !== null) return { skipped: missing };
    return { figures: await failOverOf((folder) => startPlainCluster(folder), given) };
  },
};

/** Loses the primary of any cluster under load, repeatedly in the long form. */
export function failOverOf(
  startCluster: (folder: string) => Promise<DatabaseCluster>,
  given: FaultRun,
): Promise<FaultFigure[]> {
  return withCleanup(async (later) => {
    const size = given.long ? LONG : SHORT;
    const cluster = await startCluster(join(given.folder, 'cluster'));
    later.add(() => cluster.stop());
    const prepared = await prepareAcademy(given.folder, cluster.connectionString, size);
    const { academy } = prepared;
    later.add(() => academy.stop());
    await warmCatalogue(prepared);
    const load = loadAcademy(prepared, size);
    later.add(load.stop);
    const gaps: number[] = [];
    for (let turn = 1; turn <= size.failOvers; turn += 1) {
      if (turn > 1) await cluster.repair();
      await delay(BEFORE_MS);
      load.pool.forgetGap();
      await cluster.killPrimary();
      await load.healed(HEALED_WITHIN_MS);
      await delay(AFTER_MS);
      // What was acknowledged at the moment of the loss does not end the gap.
      await load.healed(HEALED_WITHIN_MS);
      gaps.push(load.pool.longestGapMs);
      given.log(`fail-over ${turn} of ${size.failOvers}: no write for ${Math.round(load.pool.longestGapMs)} ms`);
    }
    await load.stop();
    const { pool, catalogue } = load;
    given.log(
      `refused writes: ${problemsText(pool.problems)}; catalogue: ${problemsText(catalogue.problems) || 'no problem'}`,
    );
    const ledger = await checkLedger(cluster.connectionString, pool.acknowledged);
    return [
      figure('fail-overs', size.failOvers, ''),
      figure('acknowledged writes', pool.acknowledged.length, 'writes'),
      figure('lost', ledger.lost, 'writes', { exactly: 0 }),
      figure('doubled', ledger.doubled, 'writes', { exactly: 0 }),
      figure('longest gap between writes', Math.max(...gaps) / 1000, 's', { max: 5 }),
      figure('catalogue requests', catalogue.requests, ''),
      figure('catalogue answered', answeredShare(catalogue), '%', { exactly: 100 }),
      figure('servers restarted', academy.isRunning() ? 0 : 1, '', { exactly: 0 }),
    ];
  });
}
