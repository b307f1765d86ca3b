import type { RequestListener } from 'node:http';
import type { Upgrade } from '@academy/labs/lab-hosts/lab-passing';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { addAnalyticsFrame } from '../analytics/analytics-frame.routes.ts';
import { addApiReference } from '../api-reference/api-reference.routes.ts';
import { startPolling } from '../background/polling.ts';
import { addBrandFiles } from '../brand-files/brand-files.routes.ts';
import type { CatalogueVersions } from '../catalogue/catalogue-version.ts';
import { assetAccess } from '../content-assets/asset-access.ts';
import { addContentAssets } from '../content-assets/content-assets.routes.ts';
import { contentAssetsStore } from '../content-assets/content-assets.store.ts';
import { NO_REDIRECTS, redirectsTo } from '../content-assets/redirects.ts';
import { cleanStore } from '../file-store/clean-store.ts';
import type { ContentFiles } from '../file-store/content-files.ts';
import { type ApiOptions, addApi } from '../front/api.ts';
import { addNotFound } from '../front/not-found.ts';
import { addPages } from '../front/pages.ts';
import { authorise } from '../front/person.ts';
import { PublicReplies } from '../front/public-replies.ts';
import { webBuildsStore } from '../front/web-builds.store.ts';
import { addWebFiles } from '../front/web-files.ts';
import { addActivities } from '../http/activities.ts';
import { addCorrelationId, newCorrelationId } from '../http/correlation-id.ts';
import { addCors } from '../http/cors.ts';
import { addErrorReply, sendError } from '../http/error-reply.ts';
import { addHealth } from '../http/health.ts';
import { addLanguage } from '../http/language.ts';
import { LoadShedding } from '../http/load-shedding.ts';
import { addRateLimits, type RateLimits } from '../http/rate-limits.ts';
import { readableAddress } from '../http/readable-address.ts';
import { addRequestLimits } from '../http/request-limits.ts';
import { addRequestLog } from '../http/request-log.ts';
import { addSecurityHeaders } from '../http/security-headers.ts';
import { StalledReaders } from '../http/stalled-readers.ts';
import { attemptsStore } from '../identity/attempts.store.ts';
import { addLabImages } from '../labs/lab-images.ts';
import { addLabReturn } from '../labs/lab-return.routes.ts';
import { addPageFrame } from '../labs/page-frame/page-frame.routes.ts';
import { addMetadataFiles } from '../metadata/metadata-files.ts';
import type { NotificationSender } from '../notifications/notification-sender.ts';
import type { PageViews } from '../page-views/page-views.service.ts';
import { addDraftSites } from '../preview/draft-sites.ts';
import type { PublishingService } from '../publishing/publishing.service.ts';
import { type AppContext, appContext } from './app-context.ts';
import type { AppOptions } from './app-options.ts';
import { NOUNS } from './nouns.ts';
import { installScim } from './scim.install.ts';

const HOUR_MS = 3_600_000;

export interface App {
  server: FastifyInstance;
  /** Handles requests of a listening server: pages of labs, then as `server.routing`, refusing some in overload. */
  handle: RequestListener;
  publishing: PublishingService;
  /** Bytes of content files. */
  files: ContentFiles;
  versions: CatalogueVersions;
  notificationSender: NotificationSender;
  pageViews: PageViews;
  /** Handles WebSocket upgrades; null without sandboxes. */
  upgrade: Upgrade | null;
  /** Makes `/health/readers` and `/health/ready` fail, so that proxies send no new requests. Everything else goes on. */
  drain(): void;
  /** Closes WebSockets; pages open new ones at another server. */
  disconnect(): void;
}

/** Puts the server together: plugins, nouns, pages. It does not listen. */
export async function buildApp(options: AppOptions): Promise<App> {
  const server = serverOf(options);
  const rateLimits = await addPlugins(server, options);
  const context = appContext(options, server, rateLimits);
  for (const install of NOUNS) install(context);
  context.calls.complete();
  let isDraining = false;
  addHealth(server, { pool: options.pool, draining: () => isDraining });
  const load = new LoadShedding({ ...options, onRefusal: (kind) => options.metrics?.countRefusal(kind) });
  await addCallsAndPages(context, load);

  // Last, because it holds a connection: when something above fails, the pool must be able to close.
  await context.versions.start();
  const { publishing, files, versions, notificationSender, pageViews } = context;
  const { passing } = context.labServices;
  const handle = load.before((request, response) => server.routing(request, response));
  return {
    ...{ server, publishing, files, versions, notificationSender, pageViews },
    handle: passing?.before(handle) ?? handle,
    upgrade: passing?.upgrade ?? null,
    drain: () => {
      isDraining = true;
    },
    disconnect: () => passing?.close(),
  };
}

function serverOf({ log, limits, trustProxy }: AppOptions): FastifyInstance {
  return fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlationId' }),
    genReqId: newCorrelationId,
    requestIdHeader: false,
    bodyLimit: limits.jsonBodyBytes,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    trustProxy,
    exposeHeadRoutes: false,
    rewriteUrl: ({ url = '/' }) => readableAddress(url),
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
  });
}

/** Plugins that every request passes, in this order. */
async function addPlugins(server: FastifyInstance, options: AppOptions): Promise<RateLimits> {
  options.metrics?.addTo(server);
  addActivities(server, options.tracing?.begin);
  addCorrelationId(server);
  addRequestLog(server);
  addSecurityHeaders(server, options);
  addCors(server, options);
  addLanguage(server);
  addRequestLimits(server);
  new StalledReaders().addTo(server);
  addErrorReply(server, options.hasSpace);
  addNotFound(server, options.web?.entry ?? null);
  const attempts = attemptsStore(options.db);
  const rateLimits = await addRateLimits(server, options.limits, attempts, options.sharedCounts);
  const cleaning = startPolling({
    ...{ work: 'deleting expired limits', everyMs: HOUR_MS, log: options.log },
    async run() {
      await attempts.deleteExpired();
      return undefined;
    },
  });
  server.addHook('onClose', () => cleaning.stop());
  await options.before?.(server);
  return rateLimits;
}

/** Removes files from the content store that no row names any more. */
function cleanRegularly({ server, db, fileStore: { store }, log }: AppContext): void {
  if (store === null) return;
  const cleaning = startPolling({
    ...{ work: 'cleaning the content store', everyMs: 6 * HOUR_MS, log },
    async run(signal) {
      try {
        await cleanStore(db, store, signal);
      } catch (error) {
        // Listing a large store again after seconds would cost more than it brings.
        log.warn({ err: error }, 'the content store was not cleaned');
      }
      return undefined;
    },
  });
  server.addHook('onClose', () => cleaning.stop());
}

/** The calls that nouns have bound, the identity provider, files and pages. */
async function addCallsAndPages(context: AppContext, load: LoadShedding): Promise<void> {
  const { server, db, catalogueDb, versions, tenants, rateLimits, web } = context;
  const count = rateLimits.anonymous;
  const memory = context.memory.caches;
  const assets = assetAccess(db, catalogueDb, versions);
  const publicReplies = new PublicReplies(versions, memory, context.checkReplies, context.metrics);
  const { bearers, people } = context;
  const identify: ApiOptions['identify'] = (call, request, tenant) => authorise(call, request, tenant, bearers, people);
  await addApi(server, { ...context, identify, publicReplies, assets, load });
  addApiReference(server, { ...context, count });
  installScim(context, load);
  const { store, redirects } = context.fileStore;
  addContentAssets(server, {
    source: contentAssetsStore(catalogueDb, context.files),
    access: assets,
    redirectOf: store === null || redirects === null ? NO_REDIRECTS : redirectsTo(store, redirects),
    ...{ tenants, memory, countRead: count },
  });
  cleanRegularly(context);
  context.addIdentity?.(server, rateLimits.signIn);
  if (web === null) return;
  const { entry, clientFolder } = web;
  const isDevelopment = clientFolder === null;
  if (!isDevelopment) await addWebFiles(server, clientFolder, { builds: webBuildsStore(db), memory, countRead: count });
  await addBrandFiles(server, tenants);
  addLabReturn(server);
  addAnalyticsFrame(server, tenants, context.configs.containerOf);
  await addPageFrame(server);
  const { imagesFolder } = context.labs;
  if (imagesFolder !== undefined) addLabImages(server, imagesFolder);
  addDraftSites(server, { ...context, assets, count, web: entry, renderer: web.renderer });
  addMetadataFiles(server, { ...context, memory, web: entry, count });
  addPages(server, {
    ...context,
    memory,
    ...{ web: entry, renderer: web.renderer, keep: !isDevelopment, connect: isDevelopment ? ['ws:'] : [] },
    viewed: (tenantId, path, headers) => context.pageViews.note(tenantId, path, headers),
    countRendering: count,
    load,
    labFramesOf: context.labServices.engines.framesOf,
    topicNames: context.tags.topicNames,
    footerOf: context.footers.footerOf,
  });
}
