import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { SIGN_IN_CHANNEL, type SignInEvent } from '@academy/identity/sign-in-channel';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { BACKGROUND_CHANNEL, type BackgroundRun } from '../background/polling.ts';
import type { ReadReplicas } from '../db/read-replicas.ts';
import { SLOW_STATEMENT_CHANNEL, type SlowStatement } from '../db/slow-statements.ts';
import { STORE_CHANNEL, type StoreRequest } from '../file-store/s3-requests.ts';
import type { WorkKind } from '../http/load-shedding.ts';
import { routeOf } from '../http/request-log.ts';
import type { CacheMemory } from '../memory/cache-memory.ts';
import { DEFAULT_MEMORY_MB } from '../memory/memory-plan.ts';
import type { DatabaseCounts } from './database-counts.store.ts';
import { addSurroundings, countProviderRequests, type Surroundings } from './surroundings.ts';

/** Bounds of durations, seconds: from a cached page to the deadline of a call. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
/** Figures from the database are read again after this, ms, however many collectors ask. */
const COUNTS_FOR_MS = 10_000;

/** Where something was found: ready in memory, or made for this request. */
export type CacheOutcome = 'ready' | 'made';

/** What the server counts about itself, in the form that Prometheus collects. */
export interface Metrics {
  /** Counts every request and its duration by the name of its call or the pattern of its route. */
  addTo(app: FastifyInstance): void;
  /** Watches the connections of a pool. */
  watchPool(pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>): void;
  /** Reads the figures that all servers share, at most every ten seconds. */
  watchDatabase(read: () => Promise<DatabaseCounts>): void;
  /** Watches the disk of the data folder, and the certificates that readers get. */
  watchSurroundings(surroundings: Surroundings): void;
  /** The same renderer; its pages are counted and timed. */
  watchRenderer<Args extends unknown[], Page>(renderer: Renderer<Args, Page>): Renderer<Args, Page>;
  /** Watches how full the caches are. */
  watchCaches(memory: Pick<CacheMemory, 'sizes'>): void;
  countPage(outcome: CacheOutcome): void;
  /** Counts reads of the catalogue by the server that answered, and shows how the replicas are. */
  watchReplicas(replicas: Pick<ReadReplicas, 'states' | 'reads'>): void;
  countReply(outcome: CacheOutcome): void;
  /** Counts work that was refused because the server is overloaded. */
  countRefusal(kind: WorkKind): void;
  /** Has the counts of requests for pages of labs read when a collector asks: by what became of them. */
  watchLabPages(read: () => Readonly<Record<string, number>>): void;
  /** The text that a collector reads, and its media type. */
  text(): Promise<{ type: string; text: string }>;
  close(): void;
}

/** Renders pages. */
interface Renderer<Args extends unknown[], Page> {
  render(...args: Args): Promise<Page>;
  close(): Promise<void>;
}

/** What the server's metrics are about. */
export interface MetricsOptions {
  version: string;
  /** Memory that the server is to stay within, MB. */
  memoryMb?: number;
  /** False leaves out memory, processor and event loop, which belong to the process. */
  withProcess?: boolean;
}

export function createMetrics({ version, memoryMb = DEFAULT_MEMORY_MB, withProcess = true }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (withProcess) {
    collectDefaultMetrics({ register: registry });
    addMemory(registry, memoryMb);
  }
  new Gauge({
    name: 'academy_info',
    help: 'The edition that runs; always 1.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.version }, 1);
  const { requests, durations, underWay, pages, replies, refusals, renders } = requestCounters(registers);
  const countEnd = () => underWay.dec();
  const endChannels = countChannels(registers);
  const endProviderRequests = countProviderRequests(registry);

  return {
    addTo(app) {
      app.addHook('onRequest', (_request, reply, done) => {
        underWay.inc();
        // Also when the client leaves before its reply.
        reply.raw.once('close', countEnd);
        done();
      });
      app.addHook('onResponse', (request, reply, done) => {
        const name = request.activity?.name ?? routeOf(request);
        requests.inc({ name, method: request.method, status: reply.statusCode });
        durations.observe({ name }, reply.elapsedTime / 1000);
        done();
      });
    },
    watchPool(pool) {
      new Gauge({
        name: 'academy_database_connections',
        help: 'Connections of this server to the database, by state.',
        labelNames: ['state'],
        registers,
        collect() {
          this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
          this.set({ state: 'idle' }, pool.idleCount);
        },
      });
      new Gauge({
        name: 'academy_database_connections_most',
        help: 'Most connections that this server opens.',
        registers,
      }).set(pool.options.max ?? 0);
      new Gauge({
        name: 'academy_database_waiting',
        help: 'Work that waits for a connection.',
        registers,
        collect() {
          this.set(pool.waitingCount);
        },
      });
    },
    watchDatabase(read) {
      addDatabaseCounts(registry, read);
    },
    watchSurroundings: (surroundings) => addSurroundings(registry, surroundings),
    watchReplicas(replicas) {
      new Gauge({
        name: 'academy_replica_used',
        help: 'Whether a replica of the database answers: 1 or 0.',
        labelNames: ['replica'],
        registers,
        collect() {
          for (const { name, isUsed } of replicas.states()) this.set({ replica: name }, isUsed ? 1 : 0);
        },
      });
      new Gauge({
        name: 'academy_replica_lag_seconds',
        help: 'How far a replica is behind the primary server.',
        labelNames: ['replica'],
        registers,
        collect() {
          this.reset();
          for (const { name, lagSeconds } of replicas.states())
            if (lagSeconds !== null) this.set({ replica: name }, lagSeconds);
        },
      });
      new Counter({
        name: 'academy_catalogue_reads_total',
        help: 'Reads of the catalogue, by the database server that answered.',
        labelNames: ['from'],
        registers,
        collect() {
          this.reset();
          for (const from of ['replica', 'primary'] as const) this.inc({ from }, replicas.reads[from]);
        },
      });
    },
    watchRenderer: (renderer) => ({
      ...renderer,
      async render(...args) {
        const end = renders.startTimer();
        try {
          const page = await renderer.render(...args);
          end({ outcome: 'done' });
          return page;
        } catch (error) {
          end({ outcome: 'failed' });
          throw error;
        }
      },
    }),
    watchCaches: (memory) => addCaches(registers, () => memory.sizes()),
    countPage: (outcome) => pages.inc({ outcome }),
    countReply: (outcome) => replies.inc({ outcome }),
    countRefusal: (kind) => refusals.inc({ kind }),
    watchLabPages(read) {
      new Counter({
        name: 'academy_lab_pages_total',
        help: 'Requests and WebSockets to programs in labs, by whether they were answered or why not: of all lab hosts, so every server tells the same.',
        labelNames: ['outcome'],
        registers,
        collect() {
          this.reset();
          for (const [outcome, count] of Object.entries(read())) this.inc({ outcome }, count);
        },
      });
    },
    text: async () => ({ type: registry.contentType, text: await registry.metrics() }),
    close() {
      endChannels();
      endProviderRequests();
      registry.clear();
    },
  };
}

/** What the server counts while it answers requests. */
function requestCounters(registers: Registry[]) {
  const requests = new Counter({
    name: 'academy_requests_total',
    help: 'Requests answered, by call or route, method and status.',
    labelNames: ['name', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'academy_request_duration_seconds',
    help: 'Time from the request to the end of its reply.',
    labelNames: ['name'],
    buckets: DURATIONS,
    registers,
  });
  const underWay = new Gauge({ name: 'academy_requests_under_way', help: 'Requests being answered.', registers });
  const pages = new Counter({
    name: 'academy_pages_total',
    help: 'Pages sent, by whether they were ready in memory.',
    labelNames: ['outcome'],
    registers,
  });
  const replies = new Counter({
    name: 'academy_public_replies_total',
    help: 'Replies to visitors, by whether they were ready in memory.',
    labelNames: ['outcome'],
    registers,
  });
  const refusals = new Counter({
    name: 'academy_refused_total',
    help: 'Work refused because the server is overloaded, by kind.',
    labelNames: ['kind'],
    registers,
  });
  const renders = new Histogram({
    name: 'academy_page_render_duration_seconds',
    help: 'Time to render a page, with the calls it makes.',
    labelNames: ['outcome'],
    buckets: DURATIONS,
    registers,
  });
  return { requests, durations, underWay, pages, replies, refusals, renders };
}

/** Counts what other parts of the server publish on their channels. @returns stops it */
function countChannels(registers: Registry[]): () => void {
  const background = new Counter({
    name: 'academy_background_runs_total',
    help: 'Runs of background work.',
    labelNames: ['work', 'outcome'],
    registers,
  });
  const signIns = new Counter({
    name: 'academy_sign_ins_total',
    help: 'Attempts to sign in at the embedded provider.',
    labelNames: ['outcome'],
    registers,
  });
  const slowStatements = new Counter({
    name: 'academy_slow_statements_total',
    help: 'Statements that took longer than ACADEMY_SLOW_STATEMENT_MS, by call, route or background work.',
    labelNames: ['name'],
    registers,
  });
  const store = new Counter({
    name: 'academy_content_store_requests_total',
    help: 'Requests to the content store: done, refused by it, or failed.',
    labelNames: ['method', 'outcome'],
    registers,
  });
  const hearRun = (message: unknown) => {
    const { work, failed } = message as BackgroundRun;
    background.inc({ work, outcome: failed ? 'failed' : 'done' });
  };
  const hearSignIn = (message: unknown) => signIns.inc({ outcome: (message as SignInEvent).outcome });
  const hearSlowStatement = (message: unknown) => slowStatements.inc({ name: (message as SlowStatement).call });
  const hearStore = (message: unknown) => {
    const { method, outcome } = message as StoreRequest;
    store.inc({ method, outcome });
  };
  subscribe(STORE_CHANNEL, hearStore);
  subscribe(BACKGROUND_CHANNEL, hearRun);
  subscribe(SLOW_STATEMENT_CHANNEL, hearSlowStatement);
  subscribe(SIGN_IN_CHANNEL, hearSignIn);
  return () => {
    unsubscribe(BACKGROUND_CHANNEL, hearRun);
    unsubscribe(SLOW_STATEMENT_CHANNEL, hearSlowStatement);
    unsubscribe(STORE_CHANNEL, hearStore);
    unsubscribe(SIGN_IN_CHANNEL, hearSignIn);
  };
}

/** @param sizes reads how full the caches are now */
function addCaches(registers: Registry[], sizes: CacheMemory['sizes']): void {
  new Gauge({
    name: 'academy_cache_bytes',
    help: 'Bytes in a cache of this server.',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const { name, bytes } of sizes()) this.set({ cache: name }, bytes);
    },
  });
  new Gauge({
    name: 'academy_cache_bytes_most',
    help: 'Bytes that a cache of this server holds at most.',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const { name, max } of sizes()) this.set({ cache: name }, max);
    },
  });
}

/** Memory of the process by kind; together they are what it has in RAM. */
function addMemory(registry: Registry, memoryMb: number): void {
  const registers = [registry];
  new Gauge({
    name: 'academy_memory_bytes',
    help: 'Memory of this server by kind: heap, buffers, external, rest.',
    labelNames: ['kind'],
    registers,
    collect() {
      const { rss, heapTotal, external, arrayBuffers } = process.memoryUsage();
      this.set({ kind: 'heap' }, heapTotal);
      this.set({ kind: 'buffers' }, arrayBuffers);
      this.set({ kind: 'external' }, external - arrayBuffers);
      this.set({ kind: 'rest' }, rss - heapTotal - external);
    },
  });
  new Gauge({
    name: 'academy_memory_bytes_most',
    help: 'Memory that this server is to stay within: ACADEMY_MEMORY_MB.',
    registers,
  }).set(memoryMb * 1024 * 1024);
}

/** Figures that every server of an academy reports alike: rules for alerts take their maximum. */
function addDatabaseCounts(registry: Registry, read: () => Promise<DatabaseCounts>): void {
  const registers = [registry];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<DatabaseCounts | null> = Promise.resolve(null);
  const counts = () => {
    if (performance.now() - readAt > COUNTS_FOR_MS) {
      readAt = performance.now();
      // What a lost database cannot say is left out; that it is lost, readiness says.
      reading = read().catch(() => null);
    }
    return reading;
  };
  const gauge = (name: string, help: string, of: (all: DatabaseCounts) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const all = await counts();
        if (all === null) this.remove();
        else this.set(of(all));
      },
    });
  gauge('academy_mails_waiting', 'Mails in the outbox that are still to be sent.', (all) => all.mailsWaiting);
  gauge('academy_mails_failed', 'Mails given up within the last day.', (all) => all.mailsFailed);
  gauge('academy_mail_oldest_seconds', 'How long the oldest waiting mail waits.', (all) => all.oldestMailSeconds);
  gauge(
    'academy_webhooks_waiting',
    'Deliveries to webhooks that are still to be made.',
    (all) => all.deliveriesWaiting,
  );
  gauge('academy_webhooks_failed', 'Deliveries given up within the last day.', (all) => all.deliveriesFailed);
  gauge('academy_labs_running', 'Lab sessions that have not ended.', (all) => all.labsRunning);
  gauge('academy_labs_failed', 'Lab sessions of the last hour that failed.', (all) => all.labsFailed);
  gauge(
    'academy_last_backup_timestamp_seconds',
    'When the last backup was noted; 0 when none was.',
    (all) => all.lastBackup,
  );
  gauge('academy_database_bytes', 'Size of the database.', (all) => all.databaseBytes);
}
