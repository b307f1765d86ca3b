import type { Tenant } from '@academy/contract/tenants';
import type { WebEntry } from '@academy/contract/web-entry';
import type { SealingSecrets } from '@academy/identity/sealing';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Database } from '../db/connect.ts';
import type { ReadReplicas } from '../db/read-replicas.ts';
import type { FileStoreOptions } from '../file-store/start-file-store.ts';
import type { PageRenderer } from '../front/page-renderer.ts';
import type { Bearers } from '../front/person.ts';
import type { HasSpace } from '../http/error-reply.ts';
import type { CountCall, RateLimitSettings } from '../http/rate-limits.ts';
import type { SharedCounts } from '../http/shared-counts.ts';
import type { LabsSettings } from '../labs/lab-services.ts';
import type { ServerMemory } from '../memory/memory-plan.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ItemBuilds } from '../publishing/item-builds.ts';
import type { RuntimeConfigs } from '../runtime-config/runtime-configs.ts';
import type { EndGrant } from '../sign-in/sign-in.routes.ts';
import type { StatisticsCacheOptions } from '../stats/statistics-cache.ts';
import type { Tracing } from '../tracing/tracing.ts';

export interface AppOptions {
  db: Database;
  pool: Pool;
  /** Connections to the database itself, where `pool` passes a pooler in transaction mode. Default `pool`. */
  directPool?: Pool;
  /** Copies of the database for what visitors read; none when left out. */
  replicas?: ReadReplicas;
  tenants: ReadonlyMap<string, Tenant>;
  configs: RuntimeConfigs;
  bearers: Bearers;
  endGrant: EndGrant;
  /** Drops cached sessions, so that the next request of each checks whether it is still valid. */
  forgetSessions: () => void;
  /** Page for password, address and second factor; null when the settings name none. */
  securityUrl: string | null;
  /** Mounts the embedded identity provider below /idp/; null with an external one. */
  addIdentity: ((app: FastifyInstance, count: CountCall) => void) | null;
  /** The built web; null in tests that only make calls. */
  web: { entry: WebEntry; renderer: PageRenderer; clientFolder: string | null } | null;
  /** Adds handlers that run before the routes (Vite in development). */
  before?: (app: FastifyInstance) => Promise<void>;
  log: FastifyBaseLogger;
  allowedOrigins: ReadonlySet<string>;
  /** Whether academies are also served from other origins, which must be allowed to load images. */
  hasPagesElsewhere: boolean;
  trustProxy: boolean | string | string[];
  https: boolean;
  limits: RateLimitSettings & { jsonBodyBytes: number; contentPushBytes: number; deadlineMs: number };
  /** Whether the disk of the database has free space. */
  hasSpace: HasSpace;
  /** Free bytes on the disk of the embedded database; left out with another one. */
  freeBytes?: (() => number) | undefined;
  /** Whether a mail server is configured. */
  hasMailServer: boolean;
  /** Called after mail was put into the outbox. */
  mailQueued?: () => void;
  /** Encrypts secrets in the database: signing keys of certificates, secrets of webhooks. */
  keySecrets: SealingSecrets;
  /** Addresses that receive messages of the contact form, by tenant. */
  contactAddresses: Readonly<Record<string, string>>;
  /** Shows the outbox to every visitor: in `local` on a loopback address only. */
  mailbox: boolean;
  /** Address of the person who becomes the first administrator; null: none is appointed. */
  firstAdmin: string | null;
  labs: LabsSettings;
  /** Hosts of companies' providers that may be on internal addresses. */
  directoryHosts: readonly string[];
  /** Reads TXT records; left out, those of the DNS. */
  txtRecords?: (name: string) => Promise<string[][]>;
  /** Hosts that webhooks may be sent to. */
  webhookHosts: readonly string[];
  /** How often events are looked for that webhooks send, ms; null: another server sends them. */
  webhooksEveryMs?: number | null;
  /** Learners are notified of new content when nothing was published for this long, minutes. */
  newsWaitMinutes: number;
  /** False: another server sends notifications. */
  sendsNotifications?: boolean;
  fileStore: FileStoreOptions;
  /** Closed together with the application. */
  builds: ItemBuilds;
  /** Counts calls together with other servers; left out, this server counts for itself. */
  sharedCounts?: SharedCounts;
  /** Validates each reply against its contract; for tests. */
  checkReplies: boolean;
  /** Of the statistics; tests use a longer wait and a clock of their own. */
  statistics?: Partial<Pick<StatisticsCacheOptions, 'waitMs' | 'clock'>>;
  version: string;
  /** Memory of caches and worker threads; left out, that of the default setting. */
  memory?: ServerMemory;
  /** Counts requests, pages and background work; left out, nothing is counted. */
  metrics?: Metrics;
  /** Statements that take longer are logged and counted, ms. */
  slowStatementMs: number;
  /** Records traces; left out, none are. */
  tracing?: Pick<Tracing, 'begin'> | undefined;
}
