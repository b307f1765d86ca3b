import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { environmentsFolderOf, storedEnvironments } from '@academy/lab-host/environments/environments-folder';
import { checkEnvironment } from '@academy/lab-host/environments/try-environment';
import { pagesTrouble, sandboxTrouble } from '@academy/lab-host/host-trouble';
import { settingWarnings } from '@academy/server/composition/read-settings';
import type { Settings } from '@academy/server/composition/settings';
import { type Connection, connect } from '@academy/server/db/connect';
import { checkServerVersion, explainDatabaseError } from '@academy/server/db/database-problem';
import { freeBytes, MIN_FREE_BYTES } from '@academy/server/db/disk-space';
import { findRunningPostgres } from '@academy/server/db/embedded-postgres';
import { appliedMigrations, pendingMigrations } from '@academy/server/db/migrate';
import { findPostgres } from '@academy/server/db/postgres-binaries';
import { missingTrigramIndexes } from '@academy/server/db/trigram-indexes';
import { hasFilesElsewhere } from '@academy/server/file-store/database-store';
import { s3SettingsOf, writesToStore } from '@academy/server/file-store/file-store-settings';
import { s3Store } from '@academy/server/file-store/s3-store';
import { adviceFor } from '@academy/server/file-store/store-advice';
import { problemOf, smtpServerOf, smtpTransport } from '@academy/server/mail/smtp';
import { runningAddress } from '@academy/server/settings/running-address';
import { StartProblem } from '@academy/server/settings/start-problem';
import { addressFindings, certificateFinding } from './address-checks.ts';
import { type Check, type Finding, warning, well, wrong } from './check.ts';
import { poolerFindings, redisFinding, replicaFindings } from './cluster-checks.ts';
import { labHostFindings } from './lab-host-checks.ts';
import { rightsFindings } from './rights-checks.ts';
import { signInFindings } from './sign-in-checks.ts';

/** Clocks further apart than this make codes and tokens expire too early or too late, ms. */
const MAX_CLOCK_DIFFERENCE_MS = 2_000;
/** Stores accept signatures up to 15 minutes old, ms. */
const MAX_STORE_CLOCK_DIFFERENCE_MS = 60_000;
const CONNECT_MS = 5_000;
/** Below this much free space the disk is warned of, bytes. */
const LITTLE_SPACE = 1024 * 1024 * 1024;

/** All checks of an academy, in the order in which an operator mends things. */
export function checksOf(settings: Settings, env: Readonly<Record<string, string | undefined>>): Check[] {
  return [
    { name: 'Settings', run: async () => settingsFindings(settings, env) },
    { name: 'Data folder', run: async () => folderFinding(settings) },
    { name: 'Database', run: () => databaseFindings(settings) },
    ...(settings.databaseReplicaUrls.length > 0 ? [{ name: 'Replicas', run: () => replicaFindings(settings) }] : []),
    ...(settings.redisUrl === null ? [] : [{ name: 'Redis', run: () => redisFinding(settings.redisUrl ?? '') }]),
    { name: 'Content store', run: () => contentStoreFindings(settings) },
    { name: 'Server', run: () => serverFinding(settings) },
    { name: 'Addresses', run: () => addressFindings(settings) },
    { name: 'Sign-in', run: () => signInFindings(settings) },
    { name: 'Mail', run: () => mailFinding(settings) },
    { name: 'Labs', run: () => labsFindings(settings) },
  ];
}

function settingsFindings(settings: Settings, env: Readonly<Record<string, string | undefined>>): Finding[] {
  const risks = settingWarnings(env, settings).map((one) =>
    warning(`${one}.`, 'docs/reference/settings.md explains it.'),
  );
  const isPublic = settings.environment !== 'local';
  const proxies =
    isPublic && settings.trustedProxies.length === 0
      ? [
          warning(
            'No reverse proxy is trusted: behind one, all readers count as one address and share its limits.',
            'Set ACADEMY_TRUSTED_PROXIES to the addresses of your proxies.',
          ),
        ]
      : [];
  return [well(`Right, for the environment "${settings.environment}".`), ...risks, ...proxies];
}

function folderFinding({ dataFolder, databaseUrl }: Settings): Finding {
  const there = existsSync(dataFolder) ? dataFolder : dirname(dataFolder);
  try {
    accessSync(there, constants.W_OK);
  } catch {
    return wrong(`${there} cannot be written.`, 'Give this user the right, or choose another folder with --data.');
  }
  const free = freeBytes(there);
  const megabytes = `${Math.floor(free / 1024 / 1024).toLocaleString('en')} MB free in ${there}.`;
  if (databaseUrl !== null) return well(megabytes);
  if (free < MIN_FREE_BYTES) return wrong(megabytes, 'Free some space: the academy refuses to write.');
  return free < LITTLE_SPACE ? warning(megabytes, 'Free some space soon.') : well(megabytes);
}

async function databaseFindings(settings: Settings): Promise<Finding[]> {
  const { databaseUrl, databaseDirectUrl, dataFolder, postgres } = settings;
  const address = databaseUrl ?? findRunningPostgres(dataFolder);
  if (address === null) {
    const { major } = findPostgres(postgres);
    return [well(`The embedded PostgreSQL ${major} is installed and not running.`)];
  }
  const isPooled = databaseDirectUrl !== null;
  const connection = connect(address, { connections: 1, acquireTimeoutMs: CONNECT_MS, isPooled });
  try {
    const findings = await lookInto(connection.pool, {
      isElsewhere: databaseUrl !== null,
      hasStore: s3SettingsOf(settings) !== null,
    });
    return databaseUrl === null ? findings : [...findings, ...(await poolerFindings(connection.pool, settings))];
  } catch (error) {
    throw databaseUrl === null ? error : explainDatabaseError(error, databaseUrl);
  } finally {
    await connection.close();
  }
}

async function lookInto(
  pool: Connection['pool'],
  { isElsewhere, hasStore }: { isElsewhere: boolean; hasStore: boolean },
): Promise<Finding[]> {
  if (isElsewhere) await checkServerVersion(pool);
  const before = Date.now();
  const { rows } = await pool.query<{ now: Date; version: string; standby: boolean; free: number }>(
    `select clock_timestamp() as now, current_setting('server_version') as version, pg_is_in_recovery() as standby,
       current_setting('max_connections')::int - (select count(*)::int from pg_stat_activity) as free`,
  );
  const took = Date.now() - before;
  const [row] = rows;
  if (row === undefined) throw new Error('the database answered nothing');
  const findings = [well(`PostgreSQL ${row.version} answers in ${took} ms.`)];
  const difference = Math.abs(row.now.getTime() - (before + took / 2));
  if (difference - took > MAX_CLOCK_DIFFERENCE_MS)
    findings.push(
      wrong(
        `The clocks of this machine and the database differ by ${Math.round(difference / 1000)} s.`,
        'Let both follow a time server (NTP).',
      ),
    );
  if (row.standby)
    findings.push(wrong('DATABASE_URL leads to a standby, which takes no writes.', 'Name the primary server.'));
  if (row.free < 10)
    findings.push(
      warning(
        `Only ${row.free} more connections fit into the database.`,
        'Raise max_connections there, or lower ACADEMY_DATABASE_CONNECTIONS.',
      ),
    );
  const pending = await pendingMigrations(pool);
  const isNew = pending.length > 0 && (await appliedMigrations(pool)).length === 0;
  findings.push(
    pending.length === 0
      ? well('Its tables are those of this edition.')
      : isNew
        ? well('It holds no academy yet: the first start makes its tables.')
        : warning(
            `The next start brings it up to date: ${pending.join(', ')}.`,
            'Back it up first: "./academy backup".',
          ),
  );
  if (!row.standby) findings.push(...(await rightsFindings(pool)));
  const missing = pending.length === 0 ? await missingTrigramIndexes(pool) : [];
  if (missing.length > 0)
    findings.push(
      warning(
        'Searches for people and certificates read whole tables: the database had no pg_trgm when it was brought up to date.',
        `Run there, while the academy runs: ${missing.join('; ')};`,
      ),
    );
  if (pending.length === 0 && !hasStore && (await hasFilesElsewhere(pool)))
    findings.push(
      wrong(
        'Files of the content lie in a content store, and the settings name none: readers do not get them.',
        'Set ACADEMY_S3_ENDPOINT and the settings that belong to it; docs/how-to/content-files-in-s3.md explains them.',
      ),
    );
  return findings;
}

/** Writes, reads and removes a small file. */
async function contentStoreFindings(settings: Settings): Promise<Finding[]> {
  const s3 = s3SettingsOf(settings);
  if (s3 === null) return [well('None: files of the content lie in the database.')];
  const store = s3Store(s3);
  try {
    const { clockDifferenceMs } = await store.probe();
    const apart = Math.round(clockDifferenceMs / 1000);
    const use = writesToStore(settings) ? 'gets new files' : 'is only read: new files go to the database';
    return [
      well(`Bucket "${s3.bucket}" at ${new URL(s3.endpoint).host} takes, gives and removes a file, and ${use}.`),
      ...(clockDifferenceMs > MAX_STORE_CLOCK_DIFFERENCE_MS
        ? [
            warning(
              `The clocks of this machine and the store differ by ${apart} s; at 15 minutes it refuses everything.`,
              'Let both follow a time server (NTP).',
            ),
          ]
        : []),
    ];
  } catch (error) {
    const { said, next } = adviceFor(error);
    return [wrong(said, next)];
  } finally {
    store.close();
  }
}

async function serverFinding({ dataFolder }: Settings): Promise<Finding> {
  const running = runningAddress(dataFolder);
  if (running?.isRunning !== true) return well('None runs with this data folder.');
  const url = new URL('/health/ready', running.url).href;
  const answer = await fetch(url, { signal: AbortSignal.timeout(CONNECT_MS) }).catch(() => null);
  if (answer?.ok === true) return well(`One runs at ${new URL(running.url).origin} and is ready.`);
  return wrong(
    `One runs at ${new URL(running.url).origin} and ${answer === null ? 'does not answer' : 'is not ready'}.`,
    'Read the last lines of its log.',
  );
}

async function mailFinding({ smtpUrl, environment }: Settings): Promise<Finding> {
  if (smtpUrl === null)
    return environment === 'local'
      ? well('Shown in the mailbox of this machine.')
      : warning('No mail server is set: nobody gets mail.', 'Set ACADEMY_SMTP_URL and ACADEMY_MAIL_FROM.');
  const server = smtpServerOf(smtpUrl);
  const transport = smtpTransport(server);
  try {
    await transport.check();
    return well(`${server.host}:${server.port} answers${server.auth === null ? '' : ' and accepts the password'}.`);
  } catch (error) {
    return wrong(
      `${server.host}:${server.port}: ${problemOf(error)}.`,
      'Check ACADEMY_SMTP_URL; docs/how-to/mail.md explains it.',
    );
  } finally {
    transport.close();
  }
}

/** Lab hosts, or what one on this machine needs: sandboxes, and each environment with all its files; the pages of labs. */
async function labsFindings(settings: Settings): Promise<Finding[]> {
  const { labEngines, labEnvironments, dataFolder, labPagesOrigin, environment, labHosts, labHostSecret } = settings;
  const engines = Object.values(labEngines ?? {});
  if (!engines.includes('sandbox'))
    return [well(engines.length === 0 ? 'They run in browsers.' : `Engines: ${[...new Set(engines)].join(', ')}.`)];
  if (labHosts !== null && labHostSecret !== null) return labHostFindings(labHosts, labHostSecret);
  const missing = await sandboxTrouble(dataFolder);
  if (missing !== null) return [wrong(missing.problem, missing.nextStep)];
  const findings = [well('Sandboxes work on this machine.')];
  const folder = environmentsFolderOf(dataFolder, labEnvironments);
  for (const { name } of storedEnvironments(folder)) {
    const { problem, nextStep, record } = await checkEnvironment(folder, name);
    const tools = Object.values(record?.versions ?? {}).join(', ');
    findings.push(
      problem === null
        ? well(`The environment ${name} is as it was added${tools === '' ? '' : `: ${tools}`}.`)
        : wrong(problem, nextStep ?? ''),
    );
  }
  return [...findings, ...(await labPagesFindings({ labPagesOrigin, environment }))];
}

/** What shows the pages of labs. */
async function labPagesFindings({
  labPagesOrigin,
  environment,
}: Pick<Settings, 'labPagesOrigin' | 'environment'>): Promise<Finding[]> {
  if (labPagesOrigin === null && environment !== 'local')
    return [well('What they serve is not shown: ACADEMY_LAB_PAGES_ORIGIN is not set.')];
  const trouble = pagesTrouble();
  if (trouble !== null)
    return [
      warning(`Pages of labs cannot be shown: ${trouble}.`, 'Install perl (such as "apt-get install perl-base").'),
    ];
  // Any name below the origin must lead here, and be covered by the certificate.
  const { protocol, host } = new URL(labPagesOrigin ?? 'http://localhost');
  return protocol === 'https:' ? [await certificateFinding(`https://any-name.${host}`)] : [];
}

/** What a check threw, as a finding. */
export function findingOf(error: unknown): Finding {
  if (error instanceof StartProblem) return wrong(error.message, error.nextStep);
  return wrong(error instanceof Error ? error.message : String(error), 'Run it again with ACADEMY_DEBUG=1.');
}
