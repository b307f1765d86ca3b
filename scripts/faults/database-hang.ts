import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { prepareAcademy } from './support/academies.ts';
import { withCleanup } from './support/cleanup.ts';
import { figure } from './support/figures.ts';
import { loadAcademy, warmCatalogue } from './support/outage.ts';
import { startPostgres } from './support/postgres.ts';
import { answeredShare, p95, problemsText } from './support/reads.ts';
import { checkLedger } from './support/writes.ts';

/** Longest time to the first byte of an answer, by the settings of the academy that hangs, ms. */
const LONG = { hangs: 3, hangMs: 30_000, deadlineMs: 15_000, learners: 20, courses: 10 };
const SHORT = { hangs: 1, hangMs: 8_000, deadlineMs: 4_000, learners: 8, courses: 3 };
/** Undisturbed writes before each hang, ms. */
const BEFORE_MS = 2_000;
/** A busy machine sends an answer this much later than it was due, ms. */
const SLACK_MS = 1_000;
const HEALED_WITHIN_MS = 60_000;

export const databaseHang: Fault = {
  name: 'database-hang',
  title:
    'All processes of PostgreSQL are suspended; calls are refused within their deadline and the catalogue is served from memory.',
  run: (given) =>
    withCleanup(async (later) => {
      if (process.platform !== 'linux') return { skipped: 'Processes are found in /proc, which Linux alone has.' };
      const size = given.long ? LONG : SHORT;
      const postgres = await startPostgres(join(given.folder, 'postgres'));
      later.add(() => postgres.stop());
      const prepared = await prepareAcademy(given.folder, postgres.connectionString, {
        ...size,
        env: { ACADEMY_DEADLINE_MS: String(size.deadlineMs) },
      });
      later.add(() => prepared.academy.stop());
      later.add(() => postgres.thaw());
      await warmCatalogue(prepared);
      const load = loadAcademy(prepared, { perSecond: 50 });
      later.add(load.stop);
      const healed: number[] = [];
      for (let hang = 1; hang <= size.hangs; hang += 1) {
        await delay(BEFORE_MS);
        postgres.freeze();
        await delay(size.hangMs);
        postgres.thaw();
        healed.push(await load.healed(HEALED_WITHIN_MS));
        given.log(`hang ${hang} of ${size.hangs}: writes again ${Math.round(healed.at(-1) ?? 0)} ms after it`);
      }
      await load.stop();
      const { pool, catalogue } = load;
      given.log(
        `refused writes: ${problemsText(pool.problems)}; catalogue: ${problemsText(catalogue.problems) || 'no problem'}`,
      );
      const ledger = await checkLedger(postgres.connectionString, pool.acknowledged);
      return {
        figures: [
          figure('hangs', size.hangs, ''),
          figure('acknowledged writes', pool.acknowledged.length, 'writes'),
          figure('lost', ledger.lost, 'writes', { exactly: 0 }),
          figure('doubled', ledger.doubled, 'writes', { exactly: 0 }),
          figure('longest call', pool.longestMs / 1000, 's', { max: (size.deadlineMs + SLACK_MS) / 1000 }),
          figure('catalogue requests', catalogue.requests, ''),
          figure('catalogue answered', answeredShare(catalogue), '%', { exactly: 100 }),
          figure('catalogue, p95', p95(catalogue), 'ms', { max: 250 }),
          figure('first write after the hang, longest', Math.max(...healed) / 1000, 's', { max: 3 }),
        ],
      };
    }),
};
