import { AcademyError } from '@academy/contract/errors';
import type { WebEntry } from '@academy/contract/web-entry';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { CallTable } from '../calls/bind.ts';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import { OPEN_ASSETS } from '../content-assets/asset-access.ts';
import { type ApiOptions, addApi } from '../front/api.ts';
import type { PageRenderer } from '../front/page-renderer.ts';
import { addPages } from '../front/pages.ts';
import { addCorrelationId, newCorrelationId } from '../http/correlation-id.ts';
import { addErrorReply, sendError } from '../http/error-reply.ts';
import { addLanguage } from '../http/language.ts';
import { readableAddress } from '../http/readable-address.ts';
import { addRequestLimits } from '../http/request-limits.ts';
import { addSecurityHeaders } from '../http/security-headers.ts';
import type { Tenants } from '../http/tenant.ts';
import { bindAttempts } from '../knowledge-checks/knowledge-checks.routes.ts';
import { labContents } from '../labs/lab-content.ts';
import { labEngines, labProviderOf } from '../labs/lab-engines.ts';
import { bindLabs } from '../labs/labs.routes.ts';
import type { LessonsService } from '../lessons/lessons.service.ts';
import type { CacheMemory } from '../memory/cache-memory.ts';
import { bindPageViews } from '../page-views/page-views.routes.ts';
import { bindReading, type ReadingStores, readingServices } from '../reading/reading.ts';
import type { RuntimeConfigs } from '../runtime-config/runtime-configs.ts';
import { type Actor, personIdOf } from '../values/scope.ts';
import { type NotedAttempt, notedAttempts } from './noted-attempts.ts';
import { type NotedLab, notedLabs } from './noted-labs.ts';
import type { Notes } from './notes.ts';

/** Longest duration of a call, ms. */
const DEADLINE_MS = 10_000;

/** Makes the calls that a learner would. Nobody is logged in where content is shown that is not published. */
const visitor = (name: string): Actor => ({
  ...{ personId: personIdOf({ personId: name }), email: '', firstName: '', lastName: '', emailVerified: false },
  ...{ isAdmin: false, roles: [], isPro: false, membership: null, createdAt: new Date(0) },
  by: { kind: 'session', grantId: null, sessionUid: null, authenticatedAt: null },
});

export interface UnpublishedSite {
  stores: ReadingStores;
  versions: ReadVersions;
  tenants: Tenants;
  configs: RuntimeConfigs;
  web: WebEntry;
  renderer: PageRenderer;
  memory: CacheMemory;
  /** False: renders a page at every request. */
  keep: boolean;
  /** Keeps replies; left out, each is made anew. */
  publicReplies: ApiOptions['publicReplies'];
  allowedOrigins: ReadonlySet<string>;
  /** What visitors do. */
  attempts: Notes<NotedAttempt>;
  labs: Notes<NotedLab>;
  /** Which visitor makes a request. */
  visitorOf(request: FastifyRequest): string;
}

/**
 * Adds the pages and calls of an academy as its readers have them, for content that is not published: without a log-in,
 * without progress. Checks can be answered again and labs of the browser opened; both are noted beside the ledger.
 */
export async function addUnpublishedSite(server: FastifyInstance, site: UnpublishedSite) {
  const { tenants, visitorOf, memory } = site;
  const calls = new CallTable();
  const services = bindCalls(calls, site);
  const uncounted = async () => undefined;
  await addApi(server, {
    calls,
    tenants,
    identify: async ({ who }, request) => {
      if (who === 'admin' || who === 'token') throw new AcademyError('not-signed-in');
      return who === 'user' ? visitor(visitorOf(request)) : null;
    },
    publicReplies: site.publicReplies,
    allowedOrigins: site.allowedOrigins,
    rateLimits: {
      anonymous: uncounted,
      signIn: uncounted,
      report: uncounted,
      ofClass: uncounted,
      calendar: uncounted,
      signedIn: uncounted,
    },
    assets: OPEN_ASSETS,
    limits: { contentPushBytes: 0, deadlineMs: DEADLINE_MS },
    hasSpace: () => true,
    checkReplies: false,
  });
  addPages(server, {
    ...{ web: site.web, renderer: site.renderer, memory, keep: site.keep, calls, tenants },
    ...{ versions: site.versions, configs: site.configs, connect: [], https: false },
    viewed: () => undefined,
    countRendering: uncounted,
    labFramesOf: () => [],
    topicNames: services.tags.topicNames,
    footerOf: services.footers.footerOf,
  });
  return calls;
}

/** A server with the limits, headers and replies of an academy. */
export function unpublishedServer(): FastifyInstance {
  const server = fastify({
    loggerInstance: pino({ level: 'silent' }) as FastifyBaseLogger,
    genReqId: newCorrelationId,
    requestIdHeader: false,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    exposeHeadRoutes: false,
    rewriteUrl: ({ url = '/' }) => readableAddress(url),
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
  });
  addCorrelationId(server);
  addSecurityHeaders(server, { https: false });
  addLanguage(server);
  addRequestLimits(server);
  addErrorReply(server);
  return server;
}

/** Binds the calls of readers. */
function bindCalls(calls: CallTable, { stores, versions, attempts, labs: labNotes }: UnpublishedSite) {
  const services = readingServices(stores, versions, { labProviderOf: labProviderOf({}) });
  const lessons = withRetries(services.lessons);
  bindReading(calls, { ...services, lessons });
  bindAttempts(calls, notedAttempts({ ...services, lessons }, attempts));
  const engines = labEngines(
    { engines: {}, portals: [] },
    { onEvent: async () => undefined, onFailure: () => undefined },
  );
  const { labs, steps } = notedLabs({ ...services, contents: labContents(services), engines }, labNotes);
  bindLabs(calls, labs, steps);
  // Views of authors are not counted.
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
