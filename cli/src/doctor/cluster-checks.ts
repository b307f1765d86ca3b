import type { Settings } from '@academy/server/composition/settings';
import { type Connection, connect } from '@academy/server/db/connect';
import { explainDatabaseError } from '@academy/server/db/database-problem';
import { poolerProblem } from '@academy/server/db/pooler';
import { askRedis } from '@academy/server/http/shared-counts';
import { StartProblem } from '@academy/server/settings/start-problem';
import { type Finding, warning, well, wrong } from './check.ts';

const CONNECT_MS = 5_000;
/** A replica further behind is warned of, seconds. */
const MAX_LAG_S = 60;
const HOW_TO = 'docs/how-to/cluster-database.md explains it.';

/** What stands between the academy and its database. @param pool the pool of DATABASE_URL */
export async function poolerFindings(pool: Connection['pool'], settings: Settings): Promise<Finding[]> {
  const { databaseDirectUrl } = settings;
  const found = await poolerProblem(pool, databaseDirectUrl !== null);
  const findings = found === null ? [] : [warning(`${found.problem}.`, `${found.nextStep}; ${HOW_TO}`)];
  return databaseDirectUrl === null ? findings : [...findings, await directFinding(pool, databaseDirectUrl)];
}

/** Whether DATABASE_DIRECT_URL leads to PostgreSQL itself, and to the same database. */
async function directFinding(pooled: Connection['pool'], url: string): Promise<Finding> {
  const direct = connect(url, { connections: 1, acquireTimeoutMs: CONNECT_MS });
  try {
    if ((await poolerProblem(direct.pool, false)) !== null)
      return wrong('DATABASE_DIRECT_URL leads to a pooler as well.', `Name PostgreSQL itself; ${HOW_TO}`);
    const which = 'select pg_postmaster_start_time()::text as started, current_database() as name';
    const [one, other] = await Promise.all([pooled.query(which), direct.pool.query(which)]);
    return JSON.stringify(one.rows) === JSON.stringify(other.rows)
      ? well('DATABASE_DIRECT_URL leads to the same database, past the pooler.')
      : wrong('DATABASE_DIRECT_URL leads to another database than DATABASE_URL.', `Correct one of them; ${HOW_TO}`);
  } catch (error) {
    throw explainDatabaseError(error, url, 'DATABASE_DIRECT_URL');
  } finally {
    await direct.close();
  }
}

interface ReplicaRow {
  standby: boolean;
  lag: string | null;
}

export function replicaFindings({ databaseReplicaUrls, databaseDirectUrl }: Settings): Promise<Finding[]> {
  return Promise.all(databaseReplicaUrls.map((url) => replicaFinding(url, databaseDirectUrl !== null)));
}

async function replicaFinding(url: string, isPooled: boolean): Promise<Finding> {
  const { hostname, port, searchParams } = new URL(url);
  const place = `${searchParams.get('host') ?? hostname}:${port || 5432}`;
  const replica = connect(url, { connections: 1, acquireTimeoutMs: CONNECT_MS, isPooled });
  try {
    const { rows } = await replica.pool.query<ReplicaRow>(
      `select pg_is_in_recovery() as standby, case
         when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() and exists (select from pg_stat_wal_receiver) then 0
         else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) end as lag`,
    );
    const [row] = rows;
    if (row?.standby !== true)
      return warning(`${place} is no replica: it takes writes.`, 'Name standbys only in DATABASE_REPLICA_URLS.');
    if (row.lag === null) return warning(`${place} has received no changes yet.`, `Look at its log; ${HOW_TO}`);
    const seconds = Math.round(Number(row.lag));
    const said = `${place} is ${seconds} s behind.`;
    return seconds > MAX_LAG_S
      ? warning(said, `Look for long statements and a busy disk there; ${HOW_TO}`)
      : well(said);
  } catch (error) {
    const explained = explainDatabaseError(error, url, 'DATABASE_REPLICA_URLS');
    // The academy goes on without it.
    if (explained instanceof StartProblem) return warning(explained.message, explained.nextStep);
    throw explained;
  } finally {
    await replica.close();
  }
}

export async function redisFinding(url: string): Promise<Finding> {
  const { host } = new URL(url);
  const before = Date.now();
  try {
    await askRedis(url);
    return well(`${host} answers in ${Date.now() - before} ms.`);
  } catch (error) {
    return warning(
      `${host}: ${(error as Error).message || 'it does not answer'}. Each server counts calls for itself.`,
      'Check REDIS_URL, and whether Redis runs there.',
    );
  }
}
