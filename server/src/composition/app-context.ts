import type { Tenant, TenantId } from '@academy/contract/tenants';
import { DEFAULT_TENANT } from '@academy/contract/tenants';
import type { FastifyInstance } from 'fastify';
import { type DueService, dueService } from '../assignments/due.service.ts';
import { CallTable } from '../calls/bind.ts';
import { CatalogueVersions } from '../catalogue/catalogue-version.ts';
import { type CertificatesService, certificatesService } from '../certificates/certificates.service.ts';
import type { Database } from '../db/connect.ts';
import { type SlowStatements, watchSlowStatements } from '../db/slow-statements.ts';
import { type DraftsService, draftsService } from '../drafts/drafts.service.ts';
import { type ContentFiles, contentFiles } from '../file-store/content-files.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { labProviderOf } from '../labs/lab-engines.ts';
import { type LabServices, labServices } from '../labs/lab-services.ts';
import { type AcademyAddresses, academyAddresses } from '../mail/academy-addresses.ts';
import { type ServerMemory, serverMemory } from '../memory/memory-plan.ts';
import { notificationRules } from '../notifications/notification-rules.ts';
import { type NotificationSender, notificationSender } from '../notifications/notification-sender.ts';
import { PageViews } from '../page-views/page-views.service.ts';
import { pageViewsStore } from '../page-views/page-views.store.ts';
import { firstAdministrator } from '../people/first-administrator.ts';
import { type PeopleService, peopleService } from '../people/people.service.ts';
import { peopleStore } from '../people/people.store.ts';
import type { CourseCompleted } from '../progress/progress.service.ts';
import { type PublishingService, publishingService } from '../publishing/publishing.service.ts';
import { type ReadingServices, readingServices, readingStores } from '../reading/reading.ts';
import { type ReviewsService, reviewsService } from '../reviews/reviews.service.ts';
import type { AppOptions } from './app-options.ts';

/** What each noun is installed with: the options of the application, and the services that several nouns share. */
export interface AppContext extends AppOptions, ReadingServices {
  server: FastifyInstance;
  calls: CallTable;
  rateLimits: RateLimits;
  memory: ServerMemory;
  versions: CatalogueVersions;
  /** For reads of the catalogue: replicas where there are some that are up to date. It takes no writes. */
  catalogueDb: Database;
  publishing: PublishingService;
  drafts: DraftsService;
  /** Bytes of content files. */
  files: ContentFiles;
  people: PeopleService;
  certificates: CertificatesService;
  /** What people have to do. */
  due: DueService;
  reviews: ReviewsService;
  courseCompleted: CourseCompleted;
  labServices: LabServices;
  notificationSender: NotificationSender;
  pageViews: PageViews;
  slowStatements: SlowStatements;
  addresses: AcademyAddresses;
  brandOf(tenantId: TenantId | null): Brand;
  originOf(tenantId: TenantId): string;
  mailQueued(): void;
}

/** Binds the calls of a noun and starts its background work. */
export type InstallNoun = (context: AppContext) => void;

interface Brand {
  tenant: Tenant;
  /** Origin of the academy, without a trailing slash; null when the settings name none. */
  origin: string | null;
}

/** Creates the services that several nouns share. */
export function appContext(options: AppOptions, server: FastifyInstance, rateLimits: RateLimits): AppContext {
  const { db, pool, tenants, log } = options;
  const memory = options.memory ?? serverMemory();
  options.metrics?.watchCaches(memory.caches);
  const versions = new CatalogueVersions(
    pool,
    (error) => log.warn({ err: error }, 'the connection that receives catalogue changes failed'),
    undefined,
    options.directPool,
    memory.caches,
  );
  const catalogueDb = options.replicas?.database(db, () => versions.all()) ?? db;
  const files = contentFiles({ db, catalogueDb, log, ...options.fileStore });
  const publishing = publishingService(db, versions, files, options.builds, {
    packedBytes: options.limits.contentPushBytes,
    // One archive of the largest size always fits.
    memory: { archiveBytes: Math.max(memory.archiveBytes, options.limits.contentPushBytes) },
    onFailure: (error) => log.error({ err: error }, 'the content store failed'),
  });
  const pageViews = new PageViews(pageViewsStore(db), {
    onFailure: (error) => log.warn({ err: error }, 'views of pages could not be written'),
  });
  const slowStatements = watchSlowStatements(options.slowStatementMs, log);
  server.addHook('onClose', async () => slowStatements.close());
  server.addHook('onClose', () => versions.close());
  server.addHook('onClose', () => publishing.close());
  server.addHook('onClose', async () => files.store?.close());
  server.addHook('onClose', () => pageViews.write());

  // A failure loses nothing: the completion is stored, and the certificate is issued when the learner next looks at
  // their certificates.
  const courseCompleted: CourseCompleted = (scope) =>
    certificates
      .issueDue(scope)
      .catch((error: unknown) => log.warn({ err: error }, 'a certificate could not be issued'));
  const reading = readingServices(readingStores(db, catalogueDb), versions, {
    courseCompleted,
    labProviderOf: labProviderOf(options.labs.engines),
  });
  const certificates = certificatesService({ ...reading, db, tenants });
  const due = dueService({ ...reading, db });
  const brandOf = (tenantId: TenantId | null) => brandIn(options, tenantId);
  const originOf = (tenantId: TenantId) => brandOf(tenantId).origin ?? '';
  const mailQueued = () => options.mailQueued?.();
  return {
    ...options,
    ...reading,
    server,
    calls: new CallTable(),
    rateLimits,
    memory,
    versions,
    catalogueDb,
    publishing,
    drafts: draftsService({ ...options, db, publishing, originOf }),
    files,
    pageViews,
    slowStatements,
    courseCompleted,
    certificates,
    due,
    brandOf,
    originOf,
    mailQueued,
    people: peopleService(peopleStore(db), Date.now, firstAdministrator(db, options.firstAdmin), memory.caches),
    reviews: reviewsService({ ...reading, db }),
    labServices: labServices(options, originOf),
    notificationSender: notificationSender({
      db,
      brandOf,
      mailQueued,
      log,
      rules: notificationRules({ ...options, ...reading, due }),
    }),
    addresses: academyAddresses(options.contactAddresses),
  };
}

function brandIn({ tenants, configs }: AppOptions, tenantId: TenantId | null): Brand {
  const tenant = tenants.get(tenantId ?? DEFAULT_TENANT) ?? [...tenants.values()][0];
  if (tenant === undefined) throw new Error('there is no tenant');
  return { tenant, origin: configs.of(tenant).tenantOrigins[tenant.tenantId] ?? null };
}
