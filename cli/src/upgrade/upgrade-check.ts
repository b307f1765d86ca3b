import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '@academy/server/db/connect';
import { checkServerVersion } from '@academy/server/db/database-problem';
import { freeBytes } from '@academy/server/db/disk-space';
import { editionOf } from '@academy/server/db/editions';
import { appliedMigrations, pendingFiles } from '@academy/server/db/migrate';
import { FORMER_SETTINGS, type FormerSetting } from '@academy/server/settings/former-settings';
import { StartProblem } from '@academy/server/settings/start-problem';
import { type Finding, warning, well, wrong } from '../doctor/check.ts';
import { EFFECT, type PlannedMigration, planUpgrade, type TableSize } from './upgrade-plan.ts';

/** Oldest Node.js that the academy runs on. */
const OLDEST_NODE = 24;
/** A backup older than this is warned of, hours. */
const BACKUP_HOURS = 24;
/** Steps that take longer are warned of, seconds. */
const NOTICED_SECONDS = 1;
const HOUR_MS = 3_600_000;
const MB = 1024 * 1024;

export interface UpgradeReport {
  editions: { here: string; database: string };
  pending: PlannedMigration[];
  rolling: { isSafe: boolean; because: string[] };
  findings: (Finding & { name: string })[];
}

interface Surroundings {
  version: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Warnings about the settings, one sentence each without its full stop. */
  warnings: readonly string[];
  /** Folder of the embedded database; null for the server of DATABASE_URL, whose disk is not seen from here. */
  folder: string | null;
  /** Folder with backups. */
  backups: string;
  migrations?: string;
}

/** What an upgrade of this database to this edition would do. Changes nothing. @throws StartProblem as a start does */
export async function checkUpgrade(pool: Connection['pool'], around: Surroundings): Promise<UpgradeReport> {
  const applied = await appliedMigrations(pool);
  const pending = planUpgrade(await pendingFiles(pool, around.migrations), await readSizes(pool));
  const because = pending.flatMap(({ tag, breaking }) => breaking.map((one) => `${tag} ${one}`));
  return {
    editions: { here: around.version, database: nameOf(applied) },
    pending,
    rolling: { isSafe: because.length === 0, because },
    findings: [
      ...settingFindings(around.env),
      ...around.warnings.map((one) =>
        named('Settings', warning(`${one}.`, 'docs/reference/settings.md has every setting.')),
      ),
      named('Node.js', nodeFinding(process.versions.node)),
      named('PostgreSQL', await postgresFinding(pool)),
      ...pending.flatMap((one) => waitingFindings(one)),
      named('Disk', diskFinding(around.folder, pending)),
      named('Backup', backupFinding(around.backups, pending.length > 0)),
    ],
  };
}

const named = (name: string, finding: Finding) => ({ name, ...finding });

/** @returns `0.1.0`, `after 0.1.0`, `before the first release`, or `new` */
function nameOf(applied: readonly string[]): string {
  if (applied.length === 0) return 'new';
  const found = editionOf(applied);
  if (found === null) return `before the first release (${applied.at(-1)})`;
  return `${found.isExact ? '' : 'after '}${found.edition} (${applied.at(-1)})`;
}

async function readSizes(pool: Connection['pool']): Promise<Map<string, TableSize>> {
  const { rows } = await pool.query<{ name: string; rows: string; bytes: string }>(
    `select c.relname as name, (case when c.reltuples > 0 then c.reltuples else coalesce(s.n_live_tup, 0) end)::bigint as rows, pg_total_relation_size(c.oid) as bytes
     from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
     where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace`,
  );
  return new Map(rows.map((one) => [one.name, { rows: Number(one.rows), bytes: Number(one.bytes) }]));
}

/** Variables that are set, and that this edition reads no longer. */
export function settingFindings(
  env: Readonly<Record<string, string | undefined>>,
  former: readonly FormerSetting[] = FORMER_SETTINGS,
): (Finding & { name: string })[] {
  const gone = former.filter(({ name }) => (env[name] ?? '') !== '' || (env[`${name}_FILE`] ?? '') !== '');
  if (gone.length === 0) return [named('Settings', well('None that is set was renamed or removed.'))];
  return gone.map(({ name, since, now }) =>
    named(
      'Settings',
      wrong(
        `${name} is not read since ${since}.`,
        now === null ? 'Remove it; docs/upgrading.md says why.' : `Set ${now} in its place.`,
      ),
    ),
  );
}

/** @param version as `process.versions.node` has it */
export function nodeFinding(version: string): Finding {
  return Number.parseInt(version, 10) >= OLDEST_NODE
    ? well(`${version}.`)
    : wrong(`${version} is too old.`, `Install Node.js ${OLDEST_NODE} or newer.`);
}

async function postgresFinding(pool: Connection['pool']): Promise<Finding> {
  try {
    await checkServerVersion(pool);
  } catch (error) {
    if (error instanceof StartProblem) return wrong(error.message, error.nextStep);
    throw error;
  }
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  return well(`${rows[0]?.server_version}.`);
}

function waitingFindings({ tag, steps }: PlannedMigration): (Finding & { name: string })[] {
  return steps
    .filter(({ cost, seconds }) => cost !== 'beside' && seconds > NOTICED_SECONDS)
    .map(({ about, table, cost, rows, seconds }) =>
      named(
        tag,
        warning(
          `${about}: ${EFFECT[cost]} about ${Math.ceil(seconds)} s, as ${table} has ${rows.toLocaleString('en')} rows.`,
          'Upgrade at a quiet hour.',
        ),
      ),
    );
}

function diskFinding(folder: string | null, pending: readonly PlannedMigration[]): Finding {
  const needed = pending.flatMap(({ steps }) => steps).reduce((all, { bytes }) => all + bytes, 0);
  const wanted = `The upgrade writes about ${Math.ceil(needed / MB).toLocaleString('en')} MB`;
  if (folder === null) return well(`${wanted} on the disk of the database server, which cannot be seen from here.`);
  const free = freeBytes(folder);
  const said = `${wanted}, and ${Math.floor(free / MB).toLocaleString('en')} MB are free.`;
  return free < needed * 1.2 ? wrong(said, 'Free some space first.') : well(said);
}

/** The age of the newest file that `./academy backup` wrote into a folder. */
export function backupFinding(folder: string, isNeeded: boolean, now = Date.now()): Finding {
  const step = `Run "./academy backup --to ${folder}" first, or name the folder of your backups with --backups.`;
  let times: number[] = [];
  try {
    times = readdirSync(folder)
      .filter((file) => /^academy-.*\.tar\.gz(?:\.age)?$/.test(file))
      .map((file) => statSync(join(folder, file)).mtimeMs);
  } catch {
    // No such folder: no backup is known.
  }
  const judged = isNeeded ? warning : (said: string) => well(said);
  if (times.length === 0) return judged(`None is known in ${folder}.`, step);
  const hours = Math.floor((now - Math.max(...times)) / HOUR_MS);
  const said = `The newest one in ${folder} is ${hours} h old.`;
  return hours >= BACKUP_HOURS ? judged(said, step) : well(said);
}
