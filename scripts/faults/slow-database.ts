import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BENCH_TENANT } from '@academy/bench/courses';
import { getProgressOverlay } from '@academy/contract/progress';
import type { Fault } from './fault.ts';
import { prepareAcademy } from './support/academies.ts';
import { withCleanup } from './support/cleanup.ts';
import { figure } from './support/figures.ts';
import { loadAcademy, warmCatalogue } from './support/outage.ts';
import { startPostgres } from './support/postgres.ts';
import { answeredShare, p95, problemsText, readCount, readUntil } from './support/reads.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';
import { checkLedger } from './support/writes.ts';

const LONG = { forMs: 90_000, learners: 20, courses: 10 };
const SHORT = { forMs: 15_000, learners: 8, courses: 3 };
/** What each packet takes longer in each direction, ms: a round trip takes twice that. */
const DELAY_MS = 100;
/** Calls that need the database may take a few round trips, s. */
const MAX_CALL_S = 3;

export const slowDatabase: Fault = {
  name: 'slow-database',
  title: 'Every round trip to PostgreSQL takes 200 ms longer; what is in memory stays fast, and no call fails.',
  run: (given) =>
    withCleanup(async (later) => {
      const size = given.long ? LONG : SHORT;
      const postgres = await startPostgres(join(given.folder, 'postgres'));
      later.add(() => postgres.stop());
      const proxy = await startTcpProxy(postgres.port);
      later.add(() => proxy.close());
      const address = new URL(postgres.connectionString);
      address.port = String(proxy.port);
      const prepared = await prepareAcademy(given.folder, address.href, size);
      later.add(() => prepared.academy.stop());
      await warmCatalogue(prepared);
      proxy.slowDown(DELAY_MS);
      const load = loadAcademy(prepared, { perSecond: 40 });
      later.add(load.stop);
      let over = false;
      const own = readCount();
      const [learner] = prepared.learners.all;
      const readOwn = readUntil(
        () => over,
        [
          (client) =>
            client.call(getProgressOverlay, {
              tenantId: BENCH_TENANT,
              query: { kind: 'courses' },
              ...(learner === undefined ? {} : { bearer: learner.bearer }),
            }),
        ],
        () => load.client,
        own,
        { perSecond: 10 },
      );
      await delay(size.forMs);
      over = true;
      await readOwn;
      await load.stop();
      proxy.slowDown(0);
      const { pool, catalogue } = load;
      const refused = [...pool.problems.values()].reduce((sum, count) => sum + count, 0) + own.failed;
      if (refused > 0) given.log(`refused: ${problemsText(pool.problems)} ${problemsText(own.problems)}`);
      const ledger = await checkLedger(postgres.connectionString, pool.acknowledged);
      return {
        figures: [
          figure('acknowledged writes', pool.acknowledged.length, 'writes'),
          figure('lost and doubled', ledger.lost + ledger.doubled, 'writes', { exactly: 0 }),
          figure('calls refused', refused, '', { exactly: 0 }),
          figure('longest write', pool.longestMs / 1000, 's', { max: MAX_CALL_S }),
          figure('own progress, p95', p95(own) / 1000, 's', { max: MAX_CALL_S }),
          figure('catalogue requests', catalogue.requests, ''),
          figure('catalogue answered', answeredShare(catalogue), '%', { exactly: 100 }),
          figure('catalogue, p95', p95(catalogue), 'ms', { max: 50 }),
        ],
      };
    }),
};
