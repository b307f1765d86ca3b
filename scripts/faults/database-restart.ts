import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { prepareAcademy } from './support/academies.ts';
import { withCleanup } from './support/cleanup.ts';
import { figure } from './support/figures.ts';
import { loadAcademy, warmCatalogue } from './support/outage.ts';
import { startPostgres } from './support/postgres.ts';
import { answeredShare, problemsText } from './support/reads.ts';
import { checkLedger } from './support/writes.ts';

const LONG = { restarts: 10, perSecond: 100, downMs: 3_000, learners: 30, courses: 20 };
const SHORT = { restarts: 2, perSecond: 40, downMs: 1_500, learners: 10, courses: 6 };
/** Undisturbed writes before each stop, ms. */
const BEFORE_MS = 1_500;
const HEALED_WITHIN_MS = 30_000;

export const databaseRestart: Fault = {
  name: 'database-restart',
  title:
    'PostgreSQL is stopped and started under writes; the catalogue is served meanwhile, and writes go on by themselves.',
  run: (given) =>
    withCleanup(async (later) => {
      const size = given.long ? LONG : SHORT;
      const postgres = await startPostgres(join(given.folder, 'postgres'));
      later.add(() => postgres.stop());
      const prepared = await prepareAcademy(given.folder, postgres.connectionString, size);
      later.add(() => prepared.academy.stop());
      await warmCatalogue(prepared);
      const load = loadAcademy(prepared, size);
      later.add(load.stop);
      const healed: number[] = [];
      for (let restart = 1; restart <= size.restarts; restart += 1) {
        await delay(BEFORE_MS);
        await postgres.stop();
        await delay(size.downMs);
        await postgres.start();
        healed.push(await load.healed(HEALED_WITHIN_MS));
        given.log(`restart ${restart} of ${size.restarts}: writes again ${Math.round(healed.at(-1) ?? 0)} ms after it`);
      }
      await load.stop();
      const { pool, catalogue } = load;
      given.log(
        `refused writes: ${problemsText(pool.problems)}; catalogue: ${problemsText(catalogue.problems) || 'no problem'}`,
      );
      const ledger = await checkLedger(postgres.connectionString, pool.acknowledged);
      const unclear = [...pool.problems].filter(([problem]) => problem !== '503');
      return {
        figures: [
          figure('restarts', size.restarts, ''),
          figure('acknowledged writes', pool.acknowledged.length, 'writes'),
          figure('lost', ledger.lost, 'writes', { exactly: 0 }),
          figure('doubled', ledger.doubled, 'writes', { exactly: 0 }),
          figure(
            'writes refused other than by 503',
            unclear.reduce((sum, [, count]) => sum + count, 0),
            'writes',
            { exactly: 0 },
          ),
          figure('catalogue requests', catalogue.requests, ''),
          figure('catalogue answered', answeredShare(catalogue), '%', { exactly: 100 }),
          figure('first write after the restart, longest', Math.max(...healed) / 1000, 's', { max: 3 }),
        ],
      };
    }),
};
