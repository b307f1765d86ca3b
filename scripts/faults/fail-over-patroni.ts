import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPostmaster } from '@academy/server/db/postgres-cluster';
import { sendSignal } from '@academy/server/values/processes';
import { failOverOf } from './fail-over.ts';
import type { Fault } from './fault.ts';
import { missingForPatroni, startPatroniCluster } from './patroni-cluster.ts';
import type { DatabaseCluster } from './support/database-cluster.ts';
import { alsoKill } from './support/started.ts';

const NODES = 3;
/** Patroni's own default: PostgreSQL that is killed is noticed at once, and a busy machine must not look like a lost one. */
const TTL_SECONDS = 30;

export const failOverPatroni: Fault = {
  name: 'fail-over-patroni',
  title: 'The same with three PostgreSQL servers under Patroni and etcd, which decide by themselves who takes over.',
  async run(given) {
    const missing = missingForPatroni();
    if (missing.length > 0) return { skipped: `These programs are missing: ${missing.join(', ')}.` };
    return { figures: await failOverOf(startPatroni, given) };
  },
};

/** In a folder of its own: started by root its servers run as another user, who cannot pass the folder of the run. */
async function startPatroni(): Promise<DatabaseCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'academy-patroni-'));
  const cluster = await startPatroniCluster({ folder, nodes: NODES, ttlSeconds: TTL_SECONDS });
  const forget = alsoKill(() => void cluster.stop());
  return {
    connectionString: cluster.address,
    async killPrimary() {
      const name = await cluster.primary();
      const postmaster = name === null ? null : readPostmaster(join(folder, name, 'data'));
      if (postmaster === null) throw new Error('there is no primary');
      // Patroni goes on beside it. A lost machine takes until its lease ends.
      sendSignal(postmaster.pid, 'SIGKILL');
    },
    repair: () => cluster.untilWhole(),
    async stop() {
      await cluster.stop();
      forget();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
