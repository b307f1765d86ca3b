import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createIdentity } from '@academy/identity/mount';
import { environmentsFolderOf, environmentTroubles } from '@academy/labs/environments/environments-folder';
import { memoryGroups } from '@academy/labs/sandbox/memory-group';
import { loadTenants } from '@academy/tenants';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { containersOf } from '../analytics/container.ts';
import { traceFields } from '../background/activity.ts';
import { connect, POOLED_NAME } from '../db/connect.ts';
import { checkServerVersion, explainDatabaseError } from '../db/database-problem.ts';
import { freeBytes, spaceIn } from '../db/disk-space.ts';
import { type EmbeddedPostgres, hasPostgres, startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { poolerProblem } from '../db/pooler.ts';
import { ReadReplicas } from '../db/read-replicas.ts';
import { fileStoreOf, reportStore } from '../file-store/start-file-store.ts';
import { loadWeb, type WebMode } from '../front/load-web.ts';
import type { LoadedWeb } from '../front/loaded-web.ts';
import { rendererInProcess } from '../front/page-renderer.ts';
import { rendererInWorker } from '../front/renderer-in-worker.ts';
import { isDiskFull } from '../http/error-reply.ts';
import { listenFirst } from '../http/listen-first.ts';
import { bearerVerifier } from '../identity/bearer.ts';
import { connectProvider } from '../identity/external-provider.ts';
import { addIdentity } from '../identity/identity.plugin.ts';
import { identityStore } from '../identity/identity.store.ts';
import { ensureSamplePeople, type SamplePerson } from '../identity/sample-people.ts';
import { labEngineSettings } from '../labs/lab-engines.ts';
import { labPagesOriginOf } from '../labs/lab-settings.ts';
import { pagesTrouble, sandboxTrouble } from '../labs/sandbox-trouble.ts';
import { createLog } from '../logging/log.ts';
import { startMail } from '../mail/mail.service.ts';
import { collectAtRest } from '../memory/collect-at-rest.ts';
import { serverMemory, type WorkerLimits } from '../memory/memory-plan.ts';
import { readDatabaseCounts } from '../metrics/database-counts.store.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { listenForCollectors } from '../metrics/metrics-listener.ts';
import { personalAccessTokensStore } from '../personal-access-tokens/personal-access-tokens.store.ts';
import { itemBuilds } from '../publishing/item-builds.ts';
import { startRetention } from '../retention/retention.service.ts';
import { RuntimeConfigs } from '../runtime-config/runtime-configs.ts';
import { ensureLocalTokens } from '../samples/local-tokens.ts';
import { publishSamples, readSamples } from '../samples/publish-samples.ts';
import { drainMsOf } from '../servers/server-settings.ts';
import { publishAddress } from '../settings/running-address.ts';
import { hostAndPort, isLoopback } from '../settings/setting-types.ts';
import { explainSystemError, StartProblem } from '../settings/start-problem.ts';
import { tracingTarget } from '../tracing/tracing-settings.ts';
import { impersonationStore } from '../view-as/view-as.store.ts';
import { addressesOf } from './addresses-of.ts';
import { buildApp } from './app.ts';
import { bearersOf } from './bearers.ts';
import { hasSamplePeople, keySecretsOf, type Settings } from './settings.ts';
import { surroundingsOf } from './surroundings.ts';

/** Longest wait for running requests when the server has stopped accepting new ones, ms. */
const DRAIN_MS = 8_000;
/** The end of the drain in which reads are turned away, ms: proxies without checks of their own learn from that. */
const LAST_DRAIN_MS = 1_000;

export interface StartHooks {
  /** Receives one line for each step that takes time. */
  log?: (line: string) => void;
  /** Target of the structured log; by default a file in the data folder in `local`, else standard output. */
  logger?: Logger;
  /** `development` runs Vite in this process. Default `built`. */
  web?: WebMode;
  /** Folder of the sample academy, published in `local`; null leaves it out. */
  samples?: string | null;
  version?: string;
}

export interface RunningServer {
  port: number;
  /** `http://spring.localhost:3000` by tenant, in the order in which they are shown. */
  addresses: Record<string, string>;
  /** Page that shows all mail; null outside `local`. */
  mailbox: string | null;
  /** Address of the metrics; null when nothing listens for collectors. */
  metrics: string | null;
  /** Null outside `local`. */
  samplePeople: SamplePerson[] | null;
  /**
   * Reports not ready and goes on until proxies have noticed, lets running requests finish, and closes everything, the
   * database last.
   */
  stop(): Promise<void>;
}

/**
 * Starts the academy in this process: port, database, migrations, provider, application, sample academy.
 *
 * @throws StartProblem with a next step for every problem that an operator can solve
 */
export async function startServer(settings: Settings, hooks: StartHooks = {}): Promise<RunningServer> {
  const progress = hooks.log ?? (() => {});
  const log = hooks.logger ?? openLog(settings);
  /** Functions that undo the steps of the start, run in reverse. */
  const started: (() => Promise<void>)[] = [];
  const stopAll = async () => {
    for (const stop of started.splice(0).reverse())
      await stop().catch((error: unknown) => log.error({ err: error }, 'something did not stop cleanly'));
  };

  try {
    const early = await listenFirst(settings.host, settings.port);
    started.push(() => early.close());
    const memory = serverMemory(settings.memoryMb);
    const endCollecting = collectAtRest();
    started.push(async () => endCollecting());
    const sampleFolder = hasSamplePeople(settings) ? (hooks.samples ?? null) : null;
    const isFirstStart = settings.databaseUrl === null && !hasPostgres(settings.dataFolder);
    const starting = startDatabase(settings, progress);
    // Registered before anything can fail, so that a database that is still starting is stopped as well.
    started.push(async () => (await starting.catch(() => null))?.embedded?.stop());
    const loading = loadWeb(hooks.web ?? 'built').then((loaded) => ({
      ...loaded,
      renderer: rendererOf(loaded, memory.renderer, log),
    }));
    started.push(async () => (await loading.catch(() => null))?.renderer.close());
    const builds = itemBuilds({
      packedBytes: settings.contentPushBytes,
      pictureFolder: join(settings.dataFolder, 'pictures'),
      memory,
      onFailure: (error) => log.error({ err: error }, 'the content worker failed'),
    });
    started.push(() => builds.close());
    const reading = loadTenants().then(async (tenants) => {
      const samples = await readSamples(builds, tenants, { folder: sampleFolder, isFirstStart });
      return { tenants, samples };
    });
    const [database, { tenants, samples }, web] = await Promise.all([starting, reading, loading]);
    const onConnectionLost = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
    const { databaseDirectUrl } = settings;
    const isPooled = databaseDirectUrl !== null;
    const connection = connect(database.connectionString, {
      connections: settings.databaseConnections,
      ...{ isPooled, onConnectionLost, applicationName: isPooled ? POOLED_NAME : 'academy' },
    });
    started.push(() => connection.close());
    const direct = isPooled ? connect(databaseDirectUrl, { connections: 2, onConnectionLost }) : connection;
    if (isPooled) started.push(() => direct.close());
    const applied = await bringUpToDate(direct.pool, settings);
    if (applied.length > 0) progress(`Database brought up to date: ${applied.join(', ')}`);
    if (settings.databaseUrl !== null) await checkPooler(connection.pool, settings, log);

    const replicas = replicasOf(settings, log);
    started.push(async () => replicas?.close());
    const sharedCounts = await sharedCountsOf(settings, log);
    started.push(async () => sharedCounts?.close());
    const version = hooks.version ?? '0.0.0';
    const tracing = await recordTraces(settings, version, log);
    started.push(async () => tracing?.close());
    const metrics = createMetrics({ version, memoryMb: settings.memoryMb });
    started.push(async () => metrics.close());
    metrics.watchPool(connection.pool);
    if (replicas !== null) metrics.watchReplicas(replicas);
    metrics.watchDatabase(() => readDatabaseCounts(connection.db));
    const collectors = hostAndPort(settings.metricsListen ?? '');
    const metricsListener = collectors === null ? null : await listenForCollectors(collectors, metrics);
    started.push(async () => metricsListener?.close());

    const fileStore = fileStoreOf(settings);
    await reportStore(connection.db, fileStore.store, { log, progress });

    const labs = labEngineSettings(settings);
    const pagesOrigin = labPagesOriginOf(settings, early.port);
    if (labs.sandbox != null) await checkSandboxes(settings, pagesOrigin !== null, progress);
    const addresses = addressesOf(settings, early.port, [...tenants.keys()]);
    metrics.watchSurroundings({ ...settings, origins: [...Object.values(addresses.tenantOrigins), addresses.issuer] });
    const { db } = connection;
    const home = database.embedded?.home;
    const hasSpace = database.embedded === null ? () => true : spaceIn(database.embedded.home);
    const ourOrigins = [...Object.values(addresses.redirectOrigins).flat(), new URL(addresses.issuer).origin];
    const mail = startMail({
      ...{ db, tenants, settings, log },
      origins: { tenantOrigins: addresses.tenantOrigins, others: ourOrigins },
    });
    started.push(() => mail.stop());
    const retention = startRetention(db, settings.retention, log);
    started.push(() => retention.stop());
    const identity =
      settings.identity === 'embedded'
        ? await createIdentity({
            issuer: addresses.issuer,
            store: identityStore(db),
            tenants: tenants.values(),
            tenantOrigins: addresses.redirectOrigins,
            audience: addresses.audiences[0],
            sendMail: mail.sendIdentityMail,
            localMailbox: settings.environment === 'local' && isLoopback(settings.host),
            log,
            isDiskFull: (error) => isDiskFull(error, hasSpace),
            cookieSuffix: createHash('sha256').update(addresses.issuer).digest('hex').slice(0, 8),
            ...(settings.keySecret === null ? {} : { keySecret: settings.keySecret }),
            ...(settings.keySecretBefore === null ? {} : { keySecretBefore: settings.keySecretBefore }),
          })
        : null;
    const configs = new RuntimeConfigs(surroundingsOf(settings, addresses), containersOf(settings));
    const signIn =
      identity === null
        ? { external: await connectProvider(settings, addresses, log, (endpoints) => configs.useEndpoints(endpoints)) }
        : { identity };
    started.push(async () => signIn.external?.close());
    const verify = bearerVerifier({
      audience: addresses.audiences,
      clientIds: Object.values(addresses.clientIds),
      memory: memory.caches,
      ...signIn,
    });

    const hasMailbox = settings.environment === 'local' && isLoopback(settings.host);
    const app = await buildApp({
      db,
      pool: connection.pool,
      directPool: direct.pool,
      ...(replicas === null ? {} : { replicas }),
      ...(sharedCounts === null ? {} : { sharedCounts }),
      tenants,
      configs,
      bearers: bearersOf(verify, personalAccessTokensStore(db), impersonationStore(db), log, signIn.external),
      async endGrant(grantId) {
        await identity?.endGrant(grantId);
        verify.forget(grantId);
      },
      forgetSessions: () => verify.forget(),
      keySecrets: keySecretsOf(settings),
      securityUrl: addresses.securityUrl,
      addIdentity: identity === null ? null : (server, count) => addIdentity(server, identity, count),
      web: { ...web, renderer: metrics.watchRenderer(web.renderer) },
      ...(web.before === null ? {} : { before: web.before }),
      log,
      allowedOrigins: addresses.allowedOrigins,
      hasPagesElsewhere: settings.staticOrigins !== null || settings.allowedOrigins.length > 0,
      trustProxy: settings.trustedProxies.length === 0 ? false : settings.trustedProxies,
      https: Object.values(addresses.tenantOrigins).every((origin) => origin.startsWith('https:')),
      limits: settings,
      hasSpace,
      freeBytes: home === undefined ? undefined : () => freeBytes(home),
      hasMailServer: settings.smtpUrl !== null,
      mailQueued: mail.trigger,
      contactAddresses: settings.contactAddresses ?? {},
      mailbox: hasMailbox,
      firstAdmin: settings.firstAdmin,
      labs: { ...labs, pagesOrigin, servers: { address: settings.serverAddress } },
      webhookHosts: settings.webhookHosts,
      newsWaitMinutes: settings.newsWaitMinutes,
      fileStore,
      builds,
      checkReplies: false,
      version,
      memory,
      metrics,
      tracing,
      slowStatementMs: settings.slowStatementMs,
    });
    started.push(async () => app.server.close());
    await app.server.ready();

    let samplePeople: SamplePerson[] | null = null;
    if (hasSamplePeople(settings) && identity !== null) {
      const ensurePeople = async () => {
        const people = await ensureSamplePeople({ ...settings, db, identity });
        await ensureLocalTokens(db, settings.dataFolder, [...tenants.keys()]);
        return people;
      };
      // Slow password hashes and the rendering of content run in parallel.
      [samplePeople] = await Promise.all([
        ensurePeople(),
        samples === null ? undefined : publishSamples(app.publishing, samples, progress),
      ]);
    }
    early.serve(app.handle);
    if (app.upgrade !== null) early.server.on('upgrade', app.upgrade);
    // The first step of stopping: not ready, but answering until proxies have noticed; then no new connections, and
    // running requests finish.
    started.push(async () => {
      app.drain();
      early.drain();
      const drainMs = drainMsOf(settings);
      const lastMs = Math.min(LAST_DRAIN_MS, drainMs / 2);
      await delay(drainMs - lastMs);
      early.turnReadsAway();
      await delay(lastMs);
      app.disconnect();
      // Labs need the time to store their learners' files, however long a download takes.
      await Promise.all([early.close(DRAIN_MS), app.endLabs()]);
    });
    started.push(await noteAddress(settings, early.port, log));
    return {
      port: early.port,
      addresses: addresses.tenantOrigins,
      metrics: metricsListener?.url ?? null,
      mailbox: hasMailbox ? `${Object.values(addresses.tenantOrigins)[0]}/mailbox` : null,
      samplePeople,
      stop: stopAll,
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** Commands on this machine find the server by its data folder; where that cannot be written, they need its address. */
async function noteAddress({ dataFolder, host }: Settings, port: number, log: Logger): Promise<() => Promise<void>> {
  try {
    return await publishAddress(dataFolder, host, port);
  } catch (error) {
    log.warn({ err: error }, 'the address of this server was not written to the data folder');
    return async () => undefined;
  }
}

/** @throws StartProblem when labs cannot run in sandboxes here */
async function checkSandboxes(
  { dataFolder, labEnvironments }: Settings,
  hasPages: boolean,
  progress: (line: string) => void,
): Promise<void> {
  const missing = await sandboxTrouble(dataFolder);
  if (missing !== null) throw new StartProblem(missing.problem, missing.nextStep);
  const { problem } = memoryGroups();
  if (problem !== null) progress(`Nothing bounds the memory of labs in sandboxes: ${problem}`);
  const folder = environmentsFolderOf(dataFolder, labEnvironments);
  for (const line of environmentTroubles(folder, [dataFolder])) progress(line);
  const trouble = hasPages ? pagesTrouble() : null;
  if (trouble !== null) progress(`Pages of labs in sandboxes cannot be shown: ${trouble}`);
}

/** The client of Redis is loaded where there is one. */
async function sharedCountsOf({ redisUrl }: Settings, log: Logger) {
  if (redisUrl === null) return null;
  const { SharedCounts } = await import('../http/shared-counts.ts');
  return new SharedCounts(redisUrl, log);
}

/** Pages of the built web are rendered in a thread of their own, which starts together with the database. */
function rendererOf({ entry, entryUrl }: LoadedWeb, limits: WorkerLimits, log: Logger) {
  if (entryUrl === null) return rendererInProcess(entry);
  const onFailure = (error: unknown) => log.error({ err: error }, 'the thread that renders pages failed');
  return rendererInWorker({ entryUrl, limits, onFailure });
}

function replicasOf(settings: Settings, log: Logger): ReadReplicas | null {
  const { databaseReplicaUrls: urls, databaseConnections: connections, databaseDirectUrl } = settings;
  if (urls.length === 0) return null;
  return new ReadReplicas(urls, {
    ...{ connections, isPooled: databaseDirectUrl !== null },
    onChange(replica, reason) {
      if (reason === null) log.info({ replica }, 'a replica of the database is used again');
      else log.warn({ replica, err: reason }, 'a replica of the database is left out');
    },
  });
}

/** @throws StartProblem when the database of `DATABASE_URL` cannot be used */
async function bringUpToDate(pool: Pool, { databaseUrl, databaseDirectUrl, dataFolder }: Settings): Promise<string[]> {
  try {
    if (databaseUrl !== null) await checkServerVersion(pool);
    return await migrate(pool);
  } catch (error) {
    if (databaseUrl === null) throw explainSystemError(error, dataFolder);
    if (databaseDirectUrl !== null) throw explainDatabaseError(error, databaseDirectUrl, 'DATABASE_DIRECT_URL');
    throw explainDatabaseError(error, databaseUrl);
  }
}

/** @throws StartProblem when the database cannot be used through DATABASE_URL */
async function checkPooler(pool: Pool, { databaseUrl, databaseDirectUrl }: Settings, log: Logger): Promise<void> {
  const found = await poolerProblem(pool, databaseDirectUrl !== null).catch((error: unknown) => {
    throw explainDatabaseError(error, databaseUrl ?? '');
  });
  if (found !== null) log.warn(`${found.problem}. ${found.nextStep}.`);
}

/** Libraries of traces are loaded only where a collector is set. */
async function recordTraces(settings: Settings, version: string, log: Logger) {
  const target = tracingTarget(settings);
  if (target === null) return undefined;
  const { startTracing } = await import('../tracing/tracing.ts');
  return startTracing(target, { version, log });
}

/** @throws StartProblem when the data folder is not writable */
function openLog({ logLevel, environment, dataFolder }: Settings): Logger {
  try {
    return createLog(logLevel, environment === 'local' ? join(dataFolder, 'server.log') : null, traceFields);
  } catch (error) {
    throw explainSystemError(error, dataFolder);
  }
}

async function startDatabase(
  settings: Settings,
  progress: (line: string) => void,
): Promise<{ connectionString: string; embedded: EmbeddedPostgres | null }> {
  if (settings.databaseUrl !== null) return { connectionString: settings.databaseUrl, embedded: null };
  const embedded = await startEmbeddedPostgres({
    dataFolder: settings.dataFolder,
    source: settings.postgres,
    log: progress,
  });
  return { connectionString: embedded.connectionString, embedded };
}
