import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Tenant } from '@academy/contract/tenants';
import { createIdentity, type Identity } from '@academy/identity/mount';
import { loadTenants } from '@academy/tenants';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { containersOf } from '../analytics/container.ts';
import { traceFields } from '../background/activity.ts';
import { itemsStore } from '../catalogue/items.store.ts';
import { publishedFooter } from '../content-pages/footer-pages.ts';
import { connect, type Database, POOLED_NAME } from '../db/connect.ts';
import { checkServerVersion, explainDatabaseError } from '../db/database-problem.ts';
import { type EmbeddedPostgres, hasPostgres, startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { poolerProblem } from '../db/pooler.ts';
import { ReadReplicas } from '../db/read-replicas.ts';
import { providerRequest } from '../directories/provider-request.ts';
import { loadWeb, type WebMode } from '../front/load-web.ts';
import type { LoadedWeb } from '../front/loaded-web.ts';
import { rendererInProcess } from '../front/page-renderer.ts';
import { rendererInWorker } from '../front/renderer-in-worker.ts';
import { type HasSpace, isDiskFull } from '../http/error-reply.ts';
import { listenFirst } from '../http/listen-first.ts';
import { bearerVerifier } from '../identity/bearer.ts';
import { connectProvider } from '../identity/external-provider.ts';
import { identityStore } from '../identity/identity.store.ts';
import { ensureSamplePeople, type SamplePerson } from '../identity/sample-people.ts';
import { createLog } from '../logging/log.ts';
import { type MailService, startMail } from '../mail/mail.service.ts';
import { collectAtRest } from '../memory/collect-at-rest.ts';
import { type ServerMemory, serverMemory, type WorkerLimits } from '../memory/memory-plan.ts';
import { readDatabaseCounts } from '../metrics/database-counts.store.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { listenForCollectors } from '../metrics/metrics-listener.ts';
import { itemBuilds } from '../publishing/item-builds.ts';
import { startRetention } from '../retention/retention.service.ts';
import { RuntimeConfigs } from '../runtime-config/runtime-configs.ts';
import { ensureLocalTokens } from '../samples/local-tokens.ts';
import { readSamples } from '../samples/publish-samples.ts';
import type { Addresses } from '../settings/addresses.ts';
import { publishAddress } from '../settings/running-address.ts';
import { hostAndPort, isLoopback } from '../settings/setting-types.ts';
import { explainSystemError } from '../settings/start-problem.ts';
import { tracingTarget } from '../tracing/tracing-settings.ts';
import type { App } from './app.ts';
import { hasSamplePeople, type Settings } from './settings.ts';
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

/** What every step of the start gets. */
export interface Start {
  settings: Settings;
  log: Logger;
  progress: (line: string) => void;
  /** Functions that undo the steps so far, run in reverse. */
  started: (() => Promise<void>)[];
}

/** Opens the port, and loads side by side what does not need another part. */
export async function loadParts({ settings, log, progress, started }: Start, hooks: StartHooks) {
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
  return { early, memory, database, tenants, samples, web, builds };
}

/** Connects to the database, brings it up to date, and connects to what stands beside it. */
export async function connectDatabase({ settings, log, progress, started }: Start, connectionString: string) {
  const onConnectionLost = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
  const { databaseDirectUrl } = settings;
  const isPooled = databaseDirectUrl !== null;
  const connection = connect(connectionString, {
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
  return { connection, direct, replicas, sharedCounts };
}

/** Records traces and counts, and listens for collectors. */
export async function watch(
  { settings, log, started }: Start,
  version: string,
  connection: ReturnType<typeof connect>,
  replicas: ReadReplicas | null,
) {
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
  return { metrics, tracing, metricsListener };
}

/** The provider of this process or another one, and what verifies the bearers of it. */
export async function signPeopleIn(start: Start, parts: ProviderParts, memory: ServerMemory['caches']) {
  const { settings, log, started } = start;
  const { addresses } = parts;
  const identity = settings.identity === 'embedded' ? await embeddedProvider(start, parts) : null;
  const configs = new RuntimeConfigs(surroundingsOf(settings, addresses), containersOf(settings));
  const signIn =
    identity === null
      ? { external: await connectProvider(settings, addresses, log, (endpoints) => configs.useEndpoints(endpoints)) }
      : { identity };
  started.push(async () => signIn.external?.close());
  const verify = bearerVerifier({
    audience: addresses.audiences,
    clientIds: Object.values(addresses.clientIds),
    memory,
    ...signIn,
  });
  return { identity, configs, external: signIn.external, verify };
}

export function startMailAndRetention(
  { settings, log, started }: Start,
  { db, tenants, addresses }: Pick<ProviderParts, 'db' | 'tenants' | 'addresses'>,
): MailService {
  const ourOrigins = [...Object.values(addresses.redirectOrigins).flat(), new URL(addresses.issuer).origin];
  const mail = startMail({
    ...{ db, tenants, settings, log },
    origins: { tenantOrigins: addresses.tenantOrigins, others: ourOrigins },
  });
  started.push(() => mail.stop());
  const retention = startRetention(db, settings.retention, log);
  started.push(() => retention.stop());
  return mail;
}

interface ProviderParts {
  db: Database;
  tenants: ReadonlyMap<string, Tenant>;
  addresses: Addresses;
  mail: MailService;
  hasSpace: HasSpace;
}

/** The provider within this process. */
function embeddedProvider(
  { settings, log }: Start,
  { db, tenants, addresses, mail, hasSpace }: ProviderParts,
): Promise<Identity> {
  const items = itemsStore(db);
  return createIdentity({
    issuer: addresses.issuer,
    footerOf: (tenant) => publishedFooter(items, tenant),
    store: identityStore(db),
    tenants: tenants.values(),
    tenantOrigins: addresses.redirectOrigins,
    audience: addresses.audiences[0],
    sendMail: mail.sendIdentityMail,
    localMailbox: settings.environment === 'local' && isLoopback(settings.host),
    log,
    fetchProvider: providerRequest(settings.directoryHosts),
    isDiskFull: (error) => isDiskFull(error, hasSpace),
    cookieSuffix: createHash('sha256').update(addresses.issuer).digest('hex').slice(0, 8),
    ...(settings.keySecret === null ? {} : { keySecret: settings.keySecret }),
    ...(settings.keySecretBefore === null ? {} : { keySecretBefore: settings.keySecretBefore }),
  });
}

export async function ensurePeople(
  settings: Settings,
  db: Database,
  identity: Identity,
  tenantIds: string[],
): Promise<SamplePerson[]> {
  const people = await ensureSamplePeople({ ...settings, db, identity });
  await ensureLocalTokens(db, settings.dataFolder, tenantIds);
  return people;
}

/** Stops serving, see `RunningServer.stop`. */
export async function stopInOrder(
  app: App,
  early: Awaited<ReturnType<typeof listenFirst>>,
  drainMs: number,
  endLabs: () => Promise<void>,
): Promise<void> {
  app.drain();
  early.drain();
  const lastMs = Math.min(LAST_DRAIN_MS, drainMs / 2);
  await delay(drainMs - lastMs);
  early.turnReadsAway();
  await delay(lastMs);
  app.disconnect();
  // Labs need the time to store their learners' files, however long a download takes.
  await Promise.all([early.close(DRAIN_MS), endLabs()]);
}

/** Commands on this machine find the server by its data folder; where that cannot be written, they need its address. */
export async function noteAddress(
  { dataFolder, host }: Settings,
  port: number,
  log: Logger,
): Promise<() => Promise<void>> {
  try {
    return await publishAddress(dataFolder, host, port);
  } catch (error) {
    log.warn({ err: error }, 'the address of this server was not written to the data folder');
    return async () => undefined;
  }
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
export function openLog({ logLevel, environment, dataFolder }: Settings): Logger {
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
