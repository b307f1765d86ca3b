import { API_BASE_PATH } from '@academy/contract/constants';
import { AcademyError } from '@academy/contract/errors';
import { loadTenants } from '@academy/tenants';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { addBrandFiles } from '../brand-files/brand-files.routes.ts';
import { CallTable } from '../calls/bind.ts';
import { addCardImages } from '../card-images/card-images.routes.ts';
import { bindReading, readingServices } from '../composition/reading.ts';
import { OPEN_ASSETS } from '../content-assets/asset-access.ts';
import { addContentAssets } from '../content-assets/content-assets.routes.ts';
import { assetsInMemory } from '../content-assets/content-assets.store.ts';
import { NO_REDIRECTS } from '../content-assets/redirects.ts';
import { addApi } from '../front/api.ts';
import { loadWeb } from '../front/load-web.ts';
import { rendererInProcess } from '../front/page-renderer.ts';
import { addPages } from '../front/pages.ts';
import { PublicReplies } from '../front/public-replies.ts';
import { addWebFiles } from '../front/web-files.ts';
import { addCorrelationId, newCorrelationId } from '../http/correlation-id.ts';
import { addErrorReply, sendError } from '../http/error-reply.ts';
import { addLiveness } from '../http/health.ts';
import { listenFirst } from '../http/listen-first.ts';
import { readableAddress } from '../http/readable-address.ts';
import { replyTexts } from '../http/reply-texts.ts';
import { addRequestLimits } from '../http/request-limits.ts';
import { addSecurityHeaders } from '../http/security-headers.ts';
import { bindAttempts } from '../knowledge-checks/knowledge-checks.routes.ts';
import { labContents } from '../labs/lab-content.ts';
import { labEngines, labProviderOf } from '../labs/lab-engines.ts';
import { bindLabs } from '../labs/labs.routes.ts';
import type { LessonsService } from '../lessons/lessons.service.ts';
import { serverMemory } from '../memory/memory-plan.ts';
import { bindPageViews } from '../page-views/page-views.routes.ts';
import { RuntimeConfigs } from '../runtime-config/runtime-configs.ts';
import { type Actor, personIdOf } from '../values/scope.ts';
import { attemptsInMemory } from './attempts-in-memory.ts';
import { CatalogueInMemory } from './catalogue-in-memory.ts';
import { labsInMemory } from './labs-in-memory.ts';

/** Longest duration of a call, ms. */
const DEADLINE_MS = 10_000;

/** Makes the calls that a learner would: only authors, at their own machine, reach a preview. */
const PREVIEWER: Actor = {
  ...{ personId: personIdOf({ personId: 'preview' }), email: '', firstName: '', lastName: '', emailVerified: false },
  ...{ isAdmin: false, roles: [], isPro: false, membership: null, createdAt: new Date(0) },
  by: { kind: 'session', grantId: null, sessionUid: null, authenticatedAt: null },
};

export interface RunningPreview {
  port: number;
  /** `http://spring.localhost:3100` by tenant. */
  addresses: Record<string, string>;
  catalogue: CatalogueInMemory;
  stop(): Promise<void>;
}

/** For routes of the caller. */
export type BesideApp = FastifyInstance;

export interface PreviewHooks {
  /** Adds routes beside the academy; their pages may frame the academy. */
  beside(app: BesideApp): void;
}

/**
 * Serves an academy from memory: its screens as visitors see them, without a database, without sign-in, on this machine
 * only.
 *
 * @param port 0 takes any free one
 * @throws StartProblem when the port is taken or the web is not built
 */
export async function startPreview(port: number, hooks: PreviewHooks): Promise<RunningPreview> {
  const [tenants, web, early] = await Promise.all([loadTenants(), loadWeb('built'), listenFirst('127.0.0.1', port)]);
  const catalogue = new CatalogueInMemory();
  const addresses = Object.fromEntries(
    [...tenants.keys()].map((tenantId) => [tenantId, `http://${tenantId}.localhost:${early.port}`]),
  );
  const server = previewServer(Object.values(addresses), early.port);
  hooks.beside(server);
  addLiveness(server);

  const memory = serverMemory().caches;
  const calls = new CallTable();
  const services = bindPreviewCalls(catalogue, calls);
  const uncounted = async () => undefined;
  const assets = assetsInMemory((hash) => catalogue.asset(hash));
  addContentAssets(server, {
    source: assets,
    access: OPEN_ASSETS,
    redirectOf: NO_REDIRECTS,
    ...{ tenants, memory },
    countRead: uncounted,
  });
  // Films show them until they play.
  addCardImages(server, {
    ...{ web: web.entry, calls, tenants, assets, memory, versions: catalogue.versions },
    countDrawing: uncounted,
  });
  const rateLimits = {
    anonymous: uncounted,
    signIn: uncounted,
    report: uncounted,
    ofClass: uncounted,
    signedIn: uncounted,
  };
  await addApi(server, {
    calls,
    tenants,
    identify: async ({ who }) => {
      if (who === 'admin' || who === 'token') throw new AcademyError('not-signed-in');
      return who === 'user' ? PREVIEWER : null;
    },
    publicReplies: new PublicReplies(catalogue.versions, memory, false),
    allowedOrigins: new Set(Object.values(addresses)),
    rateLimits,
    assets: OPEN_ASSETS,
    limits: { contentPushBytes: 0, deadlineMs: DEADLINE_MS },
    hasSpace: () => true,
    checkReplies: false,
  });
  if (web.clientFolder !== null) await addWebFiles(server, web.clientFolder);
  await addBrandFiles(server, tenants);
  addPages(server, {
    web: web.entry,
    renderer: rendererInProcess(web.entry),
    memory,
    keep: true,
    calls,
    tenants,
    versions: catalogue.versions,
    configs: new RuntimeConfigs(withoutSignIn(addresses)),
    connect: [],
    https: false,
    viewed: () => undefined,
    countRendering: uncounted,
    labFramesOf: () => [],
    topicNames: services.tags.topicNames,
    footerOf: services.footers.footerOf,
  });
  await server.ready();
  early.serve((request, response) => server.routing(request, response));
  return {
    port: early.port,
    addresses,
    catalogue,
    async stop() {
      await early.close(0);
      await server.close();
    },
  };
}

/** A server with the limits, headers and replies of an academy, for readers of this machine alone. */
function previewServer(addresses: readonly string[], port: number): FastifyInstance {
  const log: FastifyBaseLogger = pino({ level: 'silent' });
  const server = fastify({
    loggerInstance: log,
    genReqId: newCorrelationId,
    requestIdHeader: false,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    exposeHeadRoutes: false,
    rewriteUrl: ({ url = '/' }) => readableAddress(url),
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
  });
  // Other host names that resolve to this machine are refused: a foreign site could read the author's drafts through
  // one (DNS rebinding).
  const own = [...addresses.map((address) => new URL(address).host), `localhost:${port}`];
  const hosts = new Set([...own, `127.0.0.1:${port}`]);
  server.addHook('onRequest', async (request) => {
    if (!hosts.has(request.host)) throw new AcademyError('bad-request', { message: replyTexts.otherPreview });
  });
  addCorrelationId(server);
  addSecurityHeaders(server, { https: false });
  addRequestLimits(server);
  addErrorReply(server);
  // The page beside the academy may frame it; no other page may.
  server.addHook('onSend', async (_request, reply) => {
    const policy = reply.getHeader('content-security-policy');
    if (typeof policy === 'string')
      reply.header('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
  });
  return server;
}

/** Binds the calls of readers to the catalogue in memory. */
function bindPreviewCalls(catalogue: CatalogueInMemory, calls: CallTable) {
  const services = readingServices(catalogue.stores, catalogue.versions, { labProviderOf: labProviderOf({}) });
  const lessons = withRetries(services.lessons);
  bindReading(calls, { ...services, lessons });
  bindAttempts(calls, attemptsInMemory({ ...services, lessons }));
  const engines = labEngines(
    { engines: {}, portals: [] },
    { onEvent: async () => undefined, onFailure: () => undefined },
  );
  const { labs, steps } = labsInMemory({ ...services, contents: labContents(services), engines });
  bindLabs(calls, labs, steps);
  // An author's own views are not counted.
  bindPageViews(calls, { note: () => undefined });
  return services;
}

/** Authors answer a check as often as they like, also one that learners submit once, after a log-in. */
function withRetries(lessons: LessonsService): LessonsService {
  return {
    ...lessons,
    async withKnowledgeCheck(scope, address) {
      const opened = await lessons.withKnowledgeCheck(scope, address);
      const { part } = opened;
      return part === null || part === 'none'
        ? opened
        : { ...opened, part: { ...part, enableRetry: true, attempts: null, timeLimit: null, pause: 0 } };
    },
  };
}

/** Sign-in addresses lead to a page that says that a preview has no sign-in. */
function withoutSignIn(tenantOrigins: Record<string, string>): ConstructorParameters<typeof RuntimeConfigs>[0] {
  const origin = Object.values(tenantOrigins)[0] ?? '';
  const nowhere = `${origin}/not-found`;
  return {
    environment: 'preview',
    tenantOrigins,
    issuer: `${origin}${API_BASE_PATH}/`,
    clientIds: {},
    scopes: 'openid',
    endpoints: { authorize: nowhere, token: nowhere, logout: nowhere, register: false },
    logoutHint: false,
    registrationUrl: null,
    accountUrl: nowhere,
    brightcove: null,
  };
}
