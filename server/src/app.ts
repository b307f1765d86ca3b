import { DEFAULT_TENANT, type Tenant } from '@academy/contract/tenants';
import type { WebEntry } from '@academy/contract/web-entry';
import type { SealingSecrets } from '@academy/identity/sealing';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Pool } from 'pg';
import { bindAccount } from './account/account.routes.ts';
import { accountService } from './account/account.service.ts';
import { bindAlerts } from './alerts/alerts.routes.ts';
import { alertsService } from './alerts/alerts.service.ts';
import { alertsStore } from './alerts/alerts.store.ts';
import { startScheduledAlerts } from './alerts/scheduled-alerts.ts';
import { addAnalyticsFrame } from './analytics/analytics-frame.routes.ts';
import { addApiReference } from './api-reference/api-reference.routes.ts';
import { bindAudit } from './audit/audit.routes.ts';
import { auditLogStore } from './audit/audit-log.store.ts';
import { addBrandFiles } from './brand-files/brand-files.routes.ts';
import { CallTable } from './calls/bind.ts';
import { CatalogueVersions } from './catalogue/catalogue-version.ts';
import { bindCertificates } from './certificates/certificates.routes.ts';
import { certificatesService } from './certificates/certificates.service.ts';
import { addCredentials } from './certificates/credentials.routes.ts';
import { bindContact } from './contact/contact.routes.ts';
import { contactService } from './contact/contact.service.ts';
import { bindContactAdmin } from './contact/contact-admin.routes.ts';
import { contactAdminStore } from './contact/contact-admin.store.ts';
import { assetAccess } from './content-assets/asset-access.ts';
import { addContentAssets } from './content-assets/content-assets.routes.ts';
import { contentAssetsStore } from './content-assets/content-assets.store.ts';
import type { Database } from './db/connect.ts';
import { bindFavorites } from './favorites/favorites.routes.ts';
import { favoritesService } from './favorites/favorites.service.ts';
import { favoritesStore } from './favorites/favorites.store.ts';
import { bindFeedback } from './feedback/feedback.routes.ts';
import { feedbackService } from './feedback/feedback.service.ts';
import { bindFeedbackAdmin } from './feedback/feedback-admin.routes.ts';
import { feedbackAdminStore } from './feedback/feedback-admin.store.ts';
import { accountOwnerNews } from './identity/owner-news.ts';
import { attemptsService } from './knowledge-checks/attempts.service.ts';
import { bindAttempts } from './knowledge-checks/knowledge-checks.routes.ts';
import { type LabChannels, labChannels } from './labs/lab-channels.ts';
import { type LabEngineSettings, labEngines, labProviderOf } from './labs/lab-engines.ts';
import { addLabReturn } from './labs/lab-return.routes.ts';
import { labRuns } from './labs/lab-runs.ts';
import { bindLabs } from './labs/labs.routes.ts';
import { labsService } from './labs/labs.service.ts';
import { bindLabsAdmin } from './labs/labs-admin.routes.ts';
import { labsAdminService } from './labs/labs-admin.service.ts';
import { addMachineFiles } from './machine-files.ts';
import { bindMailState } from './mail/mail-state.routes.ts';
import { addMailbox } from './mail/mailbox.routes.ts';
import { outboxStore } from './mail/outbox.store.ts';
import { academyAddresses } from './managed-emails/academy-addresses.ts';
import { bindManagedEmails } from './managed-emails/managed-emails.routes.ts';
import { managedEmailsService } from './managed-emails/managed-emails.service.ts';
import { bindMemberships } from './memberships/memberships.routes.ts';
import { membershipsService } from './memberships/memberships.service.ts';
import { bindVoucherRequests } from './memberships/voucher-requests.routes.ts';
import type { NoticeSender } from './notifications/notice-sender.ts';
import { addNotifications } from './notifications/notifications.plugin.ts';
import { bindPageViews } from './page-views/page-views.routes.ts';
import { PageViews } from './page-views/page-views.service.ts';
import { pageViewsStore } from './page-views/page-views.store.ts';
import { firstAdministrator } from './people/first-administrator.ts';
import { importUndo } from './people/import-undo.service.ts';
import { importsStore } from './people/imports.store.ts';
import { learnerService } from './people/learner.service.ts';
import { bindLearners, bindPeople, bindPeopleAdmin } from './people/people.routes.ts';
import { peopleService } from './people/people.service.ts';
import { peopleStore } from './people/people.store.ts';
import { peopleImportService } from './people/people-import.service.ts';
import { peopleSearchStore } from './people/people-search.store.ts';
import { rightsService } from './people/rights.service.ts';
import { bindPersonalAccessTokens } from './personal-access-tokens/personal-access-tokens.routes.ts';
import { personalAccessTokensService } from './personal-access-tokens/personal-access-tokens.service.ts';
import { addApi } from './plugins/api.ts';
import { addCorrelationId, newCorrelationId } from './plugins/correlation-id.ts';
import { addCors } from './plugins/cors.ts';
import { addErrorReply, type HasRoom, sendError } from './plugins/error-reply.ts';
import { addHealth } from './plugins/health.ts';
import { addNotFound } from './plugins/not-found.ts';
import { addPages } from './plugins/pages.ts';
import type { Bearers } from './plugins/person.ts';
import { PublicReplies } from './plugins/public-replies.ts';
import { addRateLimits, type CountCall, type RateLimitSettings } from './plugins/rate-limits.ts';
import { readableAddress } from './plugins/readable-address.ts';
import { addRequestLimits } from './plugins/request-limits.ts';
import { addRequestLog } from './plugins/request-log.ts';
import { addSecurityHeaders } from './plugins/security-headers.ts';
import { endStalledReaders } from './plugins/stalled-readers.ts';
import { addWebFiles } from './plugins/web-files.ts';
import { bindProgress } from './progress/progress.routes.ts';
import type { CourseCompleted } from './progress/progress.service.ts';
import { bindContentAdmin } from './publishing/content-admin.routes.ts';
import { contentAdminStore } from './publishing/content-admin.store.ts';
import { bindPublishing } from './publishing/publishing.routes.ts';
import { type PublishingService, publishingService } from './publishing/publishing.service.ts';
import { bindReading, readingStores } from './reading.ts';
import { addCspReports } from './reports/csp-reports.ts';
import { bindReports } from './reports/reports.routes.ts';
import { bindReviews } from './reviews/reviews.routes.ts';
import { reviewsService } from './reviews/reviews.service.ts';
import type { RuntimeConfigs } from './runtime-config/runtime-configs.ts';
import { bindSignIn, type EndGrant } from './sign-in/sign-in.routes.ts';
import { bindStats } from './stats/stats.routes.ts';
import { statsService } from './stats/stats.service.ts';
import { statsStore } from './stats/stats.store.ts';
import { bindViewAs } from './view-as/view-as.routes.ts';
import { viewAsService } from './view-as/view-as.service.ts';
import type { PageRenderer } from './web/page-renderer.ts';
import { addWebhooks } from './webhooks/webhooks.plugin.ts';

export interface AppOptions {
  db: Database;
  pool: Pool;
  tenants: ReadonlyMap<string, Tenant>;
  configs: RuntimeConfigs;
  bearers: Bearers;
  endGrant: EndGrant;
  /** Drops what is remembered of sessions: which of them live is asked anew. */
  forgetSessions: () => void;
  /** Page for password, address and second factor; null when nobody named one. */
  securityUrl: string | null;
  /** Adds the embedded provider below /idp/; null with an external one. */
  addIdentity: ((app: FastifyInstance, count: CountCall) => void) | null;
  /** The built web; null in tests of calls alone. */
  web: { entry: WebEntry; renderer: PageRenderer; clientFolder: string | null } | null;
  /** Adds what must see requests before the routes (Vite in development). */
  before?: (app: FastifyInstance) => Promise<void>;
  log: FastifyBaseLogger;
  allowedOrigins: ReadonlySet<string>;
  /** Whether academies are shown on origins besides their own: pictures may be shown there. */
  hasPagesElsewhere: boolean;
  trustProxy: boolean | string | string[];
  https: boolean;
  limits: RateLimitSettings & { jsonBodyBytes: number; contentPushBytes: number; deadlineMs: number };
  /** Whether there is space on the disk of the database. */
  hasRoom: HasRoom;
  /** Whether mail is sent at all. */
  hasMailServer: boolean;
  /** Told when mail was put into the outbox. */
  mailQueued?: () => void;
  /** What signing keys of certificates are encrypted with in the database. */
  keySecrets: SealingSecrets;
  /** Who is told of what members ask for, by tenant. */
  contactAddresses: Readonly<Record<string, string>>;
  /** Shows the outbox to everybody who can reach the server: in `local` on a loopback address only. */
  mailbox: boolean;
  /** Address of the person who becomes the first administrator; null: nobody by himself. */
  firstAdmin: string | null;
  /** What runs labs besides the learner's own browser. */
  labs: LabEngineSettings & { statusEveryMs?: number };
  /** Hosts that webhooks may lead to. */
  webhookHosts: readonly string[];
  /** False keeps what webhooks are to be told for another server. */
  sendsWebhooks?: boolean;
  /** How long authors must have added nothing before learners are told of it, minutes. */
  newsWaitMinutes: number;
  /** False leaves telling learners to another server. */
  sendsNotices?: boolean;
  /** Where copies of pictures are kept between publishes; null: nowhere. */
  pictureFolder: string | null;
  checkReplies: boolean;
  /** Longest that somebody waits for figures before he or she gets older ones, ms. */
  figuresPatienceMs?: number;
  version: string;
}

const FIGURES_PATIENCE_MS = 800;

export interface App {
  server: FastifyInstance;
  publishing: PublishingService;
  versions: CatalogueVersions;
  notices: NoticeSender;
  pageViews: PageViews;
  /** Answers requests for WebSockets; null where there are none. */
  upgrade: LabChannels['upgrade'] | null;
  /** From now on `/health/ready` says no, so that proxies send nothing new, and WebSockets are closed. */
  drain(): void;
}

/** Puts the server together: what it is made of, in which order, and which calls it answers. It does not listen. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { db, pool, tenants, log } = options;
  let draining = false;

  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlationId' }),
    genReqId: newCorrelationId,
    requestIdHeader: false,
    bodyLimit: options.limits.jsonBodyBytes,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    trustProxy: options.trustProxy,
    exposeHeadRoutes: false,
    rewriteUrl: ({ url = '/' }) => readableAddress(url),
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
  });

  addCorrelationId(server);
  addRequestLog(server);
  addSecurityHeaders(server, options);
  addCors(server, options);
  addRequestLimits(server);
  endStalledReaders(server);
  addErrorReply(server, options.hasRoom);
  addNotFound(server, options.web?.entry ?? null);
  const rateLimits = await addRateLimits(server, options.limits);
  await options.before?.(server);

  const versions = new CatalogueVersions(pool, (error) => log.warn({ err: error }, 'catalogue changes are not heard'));
  server.addHook('onClose', () => versions.close());

  const people = peopleService(peopleStore(db), Date.now, firstAdministrator(db, options.firstAdmin));
  const publishing = publishingService(db, versions, {
    packedBytes: options.limits.contentPushBytes,
    pictureFolder: options.pictureFolder,
    onFailure: (error) => log.error({ err: error }, 'the content worker failed'),
  });
  server.addHook('onClose', () => publishing.close());

  const calls = new CallTable();
  // public
  const stores = readingStores(db);
  /** What was finished is kept already: a certificate that cannot be made now is made when it is looked at. */
  const courseCompleted: CourseCompleted = (scope) =>
    certificates
      .issueDue(scope)
      .catch((error: unknown) => log.warn({ err: error }, 'a certificate waits to be issued'));
  const { courses, progress, lessons, guides, paths, tags } = bindReading(calls, stores, versions, {
    courseCompleted,
    labProviderOf: labProviderOf(options.labs.engines),
  });
  const certificates = certificatesService({ db, tenants, courses, paths, progress });
  const reviews = reviewsService({ db, lessons, courses });
  bindAttempts(calls, attemptsService({ db, lessons, courses, progress, reviews, courseCompleted }));
  bindCertificates(calls, certificates);
  bindPeople(calls, people);
  bindSignIn(calls, options.bearers, async (grantId) => {
    await options.endGrant(grantId);
    channels?.endGrant(grantId);
  });
  const brand = (tenantId: string | null) => brandOf(tenants, options.configs, tenantId);
  const mailQueued = () => options.mailQueued?.();
  const addresses = academyAddresses(options.contactAddresses);
  const messages = { db, addresses, brandOf: brand, mailQueued };
  bindFeedback(calls, feedbackService({ ...messages, courses }));
  bindContact(calls, contactService(messages));
  bindReports(calls, log);
  const pageViews = new PageViews(pageViewsStore(db), {
    onFailure: (error) => log.warn({ err: error }, 'views of pages could not be written'),
  });
  server.addHook('onClose', () => pageViews.write());
  bindPageViews(calls, pageViews);
  // signed in
  const forget = () => {
    options.forgetSessions();
    people.forget();
  };
  bindAccount(calls, accountService({ db, securityUrl: options.securityUrl, forget }));
  bindProgress(calls, progress, guides, paths);
  bindReviews(calls, reviews);
  const originOf = (tenantId: string) => brandOf(tenants, options.configs, tenantId).origin ?? '';
  const runs = labRuns({
    db,
    enginesFor: (events) => labEngines(options.labs, events),
    originOf,
    onFailure: (error, what) => log.warn({ err: error }, what),
    statusEveryMs: options.labs.statusEveryMs,
  });
  const { engines } = runs;
  const channels = engines.sandboxes === null ? null : labChannels(engines.sandboxes);
  server.addHook('onClose', async () => {
    channels?.close();
    await engines.sandboxes?.close();
  });
  bindLabs(
    calls,
    labsService({ db, lessons, guides, items: stores.items, versions, engines, runs, channels, originOf }),
  );
  bindFavorites(calls, favoritesService(favoritesStore(db), courses, guides, paths, progress));
  bindMemberships(calls, membershipsService(messages));
  const notices = addNotifications(server, calls, {
    ...{ db, tenants, courses, guides, progress, rateLimits, log, brandOf: brand, mailQueued },
    newsWaitMinutes: options.newsWaitMinutes,
    // What nobody would ever send is not written.
    sendsNotices: (options.sendsNotices ?? true) && (options.hasMailServer || options.mailbox),
  });
  bindManagedEmails(calls, managedEmailsService({ db, brandOf: brand, secrets: options.keySecrets, mailQueued }));
  // administrators
  const rights = rightsService({
    db,
    brandOf: brand,
    changed() {
      people.forget();
      options.mailQueued?.();
    },
  });
  bindPeopleAdmin(calls, peopleSearchStore(db), rights);
  const makesAccounts = options.addIdentity !== null;
  bindLearners(
    calls,
    learnerService({ db, tenants, courses, progress }),
    peopleImportService({ db, rights, makesAccounts, changed: () => people.forget() }),
    importUndo({ db, rights, changed: () => people.forget() }),
    importsStore(db),
  );
  bindPersonalAccessTokens(calls, personalAccessTokensService(db, undefined, accountOwnerNews(brand)), mailQueued);
  bindViewAs(calls, viewAsService(db));
  bindLabsAdmin(calls, labsAdminService({ db, engines, runs }));
  addWebhooks(server, calls, options);
  bindVoucherRequests(calls, db);
  bindAudit(calls, auditLogStore(db));
  bindStats(
    calls,
    statsService(statsStore(db), {
      patienceMs: options.figuresPatienceMs ?? FIGURES_PATIENCE_MS,
      onFailure: (error) => log.warn({ err: error }, 'figures could not be made'),
    }),
  );
  bindAlerts(calls, alertsStore(db), alertsService(db, versions));
  bindFeedbackAdmin(calls, feedbackAdminStore(db));
  bindContactAdmin(calls, contactAdminStore(db));
  bindMailState(calls, outboxStore(db), options.hasMailServer);
  // personal access tokens
  bindPublishing(calls, publishing);
  bindContentAdmin(calls, contentAdminStore(db), publishing);
  calls.complete();

  addCspReports(server, { ...options, count: rateLimits.report });
  addHealth(server, { pool, draining: () => draining });
  addApiReference(server, { ...options, count: rateLimits.anonymous });
  const assets = assetAccess(db, versions);
  addContentAssets(server, {
    source: contentAssetsStore(db),
    access: assets,
    tenants,
    countRead: rateLimits.anonymous,
  });
  addCredentials(server, { ...options, count: rateLimits.anonymous });
  const publicReplies = new PublicReplies(versions, options.checkReplies);
  await addApi(server, { ...options, calls, people, publicReplies, rateLimits, assets });
  options.addIdentity?.(server, rateLimits.signIn);
  if (options.mailbox) {
    const originsOf = (tenant: Tenant) => ({ tenantOrigins: options.configs.of(tenant).tenantOrigins, others: [] });
    addMailbox(server, { db, tenants, originsOf });
  }
  if (options.web !== null) {
    const { clientFolder } = options.web;
    const development = clientFolder === null;
    if (clientFolder !== null) await addWebFiles(server, clientFolder);
    await addBrandFiles(server, tenants);
    addLabReturn(server);
    const { configs, web } = options;
    addAnalyticsFrame(server, tenants, configs.containerOf);
    addMachineFiles(server, { db, web: web.entry, calls, tenants, versions, configs, count: rateLimits.anonymous });
    addPages(server, {
      web: options.web.entry,
      renderer: options.web.renderer,
      keep: !development,
      calls,
      tenants,
      versions,
      configs: options.configs,
      connect: development ? ['ws:'] : [],
      https: options.https,
      viewed: (tenantId, path, headers) => pageViews.note(tenantId, path, headers),
      countRendering: rateLimits.anonymous,
      labFramesOf: engines.framesOf,
      topicNames: tags.topicNames,
    });
  }

  // Last, because it keeps a connection: what fails above must not hold up the closing of the pool.
  await versions.start();
  await runs.endVanished();
  const scheduledAlerts = startScheduledAlerts({ db, versions, log });
  server.addHook('onClose', () => scheduledAlerts.stop());
  await scheduledAlerts.firstRun;
  return {
    server,
    publishing,
    versions,
    notices,
    pageViews,
    upgrade: channels?.upgrade ?? null,
    drain: () => {
      draining = true;
      channels?.close();
    },
  };
}

function brandOf(tenants: ReadonlyMap<string, Tenant>, configs: RuntimeConfigs, tenantId: string | null) {
  const tenant = tenants.get(tenantId ?? DEFAULT_TENANT) ?? [...tenants.values()][0];
  if (tenant === undefined) throw new Error('there is no tenant');
  return { tenant, origin: configs.of(tenant).tenantOrigins[tenant.tenantId] ?? null };
}
