import { freeBytes, spaceIn } from '../db/disk-space.ts';
import { fileStoreOf, reportStore } from '../file-store/start-file-store.ts';
import { addIdentity } from '../identity/identity.plugin.ts';
import type { SamplePerson } from '../identity/sample-people.ts';
import { labPagesOriginOf } from '../labs/lab-settings.ts';
import { personalAccessTokensStore } from '../personal-access-tokens/personal-access-tokens.store.ts';
import { publishSamples } from '../samples/publish-samples.ts';
import { drainMsOf } from '../servers/server-settings.ts';
import { isLoopback } from '../settings/setting-types.ts';
import { impersonationStore } from '../view-as/view-as.store.ts';
import { addressesOf } from './addresses-of.ts';
import { buildApp } from './app.ts';
import { bearersOf } from './bearers.ts';
import { hasSamplePeople, keySecretsOf, type Settings } from './settings.ts';
import { startLabs } from './start-labs.ts';
import {
  connectDatabase,
  ensurePeople,
  loadParts,
  noteAddress,
  openLog,
  type Start,
  type StartHooks,
  signPeopleIn,
  startMailAndRetention,
  stopInOrder,
  watch,
} from './start-steps.ts';

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

  const start: Start = { settings, log, progress, started };
  try {
    const { early, memory, database, tenants, samples, web, builds } = await loadParts(start, hooks);
    const { connection, direct, replicas, sharedCounts } = await connectDatabase(start, database.connectionString);
    const version = hooks.version ?? '0.0.0';
    const { metrics, tracing, metricsListener } = await watch(start, version, connection, replicas);

    const fileStore = fileStoreOf(settings);
    await reportStore(connection.db, fileStore.store, { log, progress });

    const pagesOrigin = labPagesOriginOf(settings, early.port);
    const labs = await startLabs(start, version, pagesOrigin !== null);
    const addresses = addressesOf(settings, early.port, [...tenants.keys()]);
    metrics.watchSurroundings({ ...settings, origins: [...Object.values(addresses.tenantOrigins), addresses.issuer] });
    const { db } = connection;
    const home = database.embedded?.home;
    const hasSpace = database.embedded === null ? () => true : spaceIn(database.embedded.home);
    const mail = startMailAndRetention(start, { db, tenants, addresses });
    const provider = { db, tenants, addresses, mail, hasSpace };
    const { identity, configs, external, verify } = await signPeopleIn(start, provider, memory.caches);

    const hasMailbox = settings.environment === 'local' && isLoopback(settings.host);
    const app = await buildApp({
      db,
      pool: connection.pool,
      directPool: direct.pool,
      ...(replicas === null ? {} : { replicas }),
      ...(sharedCounts === null ? {} : { sharedCounts }),
      tenants,
      configs,
      bearers: bearersOf(verify, personalAccessTokensStore(db), impersonationStore(db), log, external),
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
      labs: { ...labs.engines, pagesOrigin, servers: {} },
      directoryHosts: settings.directoryHosts,
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

    const hasPeople = hasSamplePeople(settings) && identity !== null;
    // Slow password hashes and the rendering of content run in parallel.
    const [samplePeople] = await Promise.all([
      hasPeople ? ensurePeople(settings, db, identity, [...tenants.keys()]) : null,
      hasPeople && samples !== null ? publishSamples(app.publishing, samples, progress) : undefined,
    ]);
    early.serve(app.handle);
    if (app.upgrade !== null) early.server.on('upgrade', app.upgrade);
    // The first step of stopping: not ready, but answering until proxies have noticed; then no new connections, and
    // running requests finish.
    started.push(() => stopInOrder(app, early, drainMsOf(settings), labs.end));
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
