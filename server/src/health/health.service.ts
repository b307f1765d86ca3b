import { availableParallelism, hostname, loadavg } from 'node:os';
import type { Health } from '@academy/contract/health';
import type { TenantId } from '@academy/contract/tenants';
import type { Pool } from 'pg';
import { lastBackup } from '../backup/noted-backups.ts';
import type { Database } from '../db/connect.ts';
import { MIN_FREE_BYTES } from '../db/disk-space.ts';
import type { SlowStatements } from '../db/slow-statements.ts';
import type { OutboxStore } from '../mail/outbox.store.ts';
import type { HealthStore } from './health.store.ts';
import { judged } from './health-rules.ts';
import type { Observed } from './observed.ts';

const HOUR_MS = 3_600_000;

export interface HealthOptions {
  db: Database;
  pool: Pick<Pool, 'waitingCount'>;
  store: HealthStore;
  outbox: Pick<OutboxStore, 'summary'>;
  observed: Observed;
  slowStatements: Pick<SlowStatements, 'recent'>;
  slowStatementMs: number;
  tenantIds: readonly TenantId[];
  version: string;
  hasMailServer: boolean;
  /** Mail is shown on a page of its own where there is no mail server. */
  mailbox: boolean;
  /** Whether people log in at this installation. */
  hasOwnLogIn: boolean;
  /** Of the disk of the embedded database; null for another one. */
  freeBytes: () => number | null;
}

/** Looks at everything that administrators look at first. */
export function healthService(options: HealthOptions) {
  const { db, pool, store, outbox, observed, tenantIds, version } = options;
  const startedAt = new Date(Date.now() - performance.now()).toISOString();

  /** The statement that asks for the time also shows how long one takes. */
  async function ofDatabase() {
    const before = Date.now();
    const { now, ...facts } = await store.database();
    const ms = Date.now() - before;
    return {
      database: judged('database', { shown: { ...facts, ms }, waiting: pool.waitingCount }),
      clock: judged('clock', {
        shown: { differenceMs: Math.round(now - (before + ms / 2)) },
        uncertaintyMs: ms,
      }),
    };
  }

  async function ofMail(): Promise<Health['mail']> {
    const { waiting, oldest, givenUp, problem } = await outbox.summary();
    const oldestSeconds = oldest === null ? 0 : Math.max(0, Math.round((Date.now() - oldest.getTime()) / 1000));
    return judged('mail', {
      shown: { waiting, oldestSeconds, givenUp, error: options.hasMailServer ? problem : null },
      ...{ hasServer: options.hasMailServer, hasMailbox: options.mailbox },
    });
  }

  async function ofDeliveriesAndLabs() {
    const all = await store.counts();
    return {
      webhooks: judged('webhooks', {
        shown: {
          active: all.webhooksActive,
          paused: all.webhooksPaused,
          waiting: all.deliveriesWaiting,
          failed: all.deliveriesFailed,
        },
      }),
      labs: judged('labs', { shown: { running: all.labsRunning, failed: all.labsFailed } }),
    };
  }

  async function ofContent(): Promise<Health['content']> {
    const published = await store.content();
    const academies = tenantIds.map((tenantId) => {
      const { items, publishedAt } = published.get(tenantId) ?? { items: 0, publishedAt: null };
      return { tenantId, items, publishedAt };
    });
    return judged('content', { shown: { academies } });
  }

  async function ofBackups(): Promise<Health['backup']> {
    const at = await lastBackup(db);
    return judged('backup', { shown: { at: at?.toISOString() ?? null }, now: Date.now(), isLocal: options.mailbox });
  }

  /** What this server knows without the database. */
  function ofThisServer() {
    const { requests, logIns, works } = observed;
    const free = options.freeBytes();
    const slow = options.slowStatements.recent(HOUR_MS).sort((a, b) => b.ms - a.ms);
    const [slowest] = slow;
    return {
      server: judged('server', {
        shown: {
          ...{ name: hostname(), version, startedAt, memoryBytes: process.memoryUsage.rss() },
          load: Math.round(((loadavg()[1] ?? 0) / availableParallelism()) * 10) / 10,
        },
      }),
      disk: free === null ? null : judged('disk', { shown: { freeBytes: free }, minBytes: MIN_FREE_BYTES }),
      logIns: options.hasOwnLogIn
        ? judged('logIns', { shown: { succeeded: logIns.of('succeeded'), refused: logIns.of('refused') } })
        : null,
      requests: judged('requests', {
        shown: {
          all: requests.of('all'),
          refused: requests.of('refused'),
          limited: requests.of('limited'),
          errors: requests.of('errors'),
        },
      }),
      work: judged('work', {
        shown: {
          works: [...works]
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, { lastAt, failures }]) => ({ name, lastAt: lastAt.toISOString(), failures })),
        },
      }),
      statements: judged('statements', {
        shown: {
          thresholdMs: options.slowStatementMs,
          count: slow.length,
          slowest: slowest === undefined ? null : { call: slowest.call, ms: slowest.ms, at: slowest.at.toISOString() },
        },
      }),
    };
  }

  return {
    async read(): Promise<Health> {
      const isEmbedded = options.freeBytes() !== null;
      // One after the other: the time of the first is shown, and the page must not take many connections.
      const database = await ofDatabase();
      const standbys = isEmbedded ? null : await store.standbys();
      return {
        at: new Date().toISOString(),
        ...ofThisServer(),
        ...database,
        replication: standbys === null ? null : judged('replication', { shown: { standbys } }),
        mail: await ofMail(),
        ...(await ofDeliveriesAndLabs()),
        content: await ofContent(),
        backup: await ofBackups(),
      };
    },
  };
}

export type HealthService = ReturnType<typeof healthService>;
