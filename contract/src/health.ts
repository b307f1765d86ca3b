import * as v from 'valibot';
import { defineCall } from './call.ts';

/** `unknown`: the server cannot know it. */
export const HealthStateSchema = v.picklist(['well', 'warning', 'wrong', 'unknown']);
export type HealthState = v.InferOutput<typeof HealthStateSchema>;

/** One thing that is watched: its state, what is wrong with it, and the figures behind that. */
const watched = <const Problem extends string, const Facts extends v.ObjectEntries>(
  problems: readonly Problem[],
  facts: Facts,
) => v.object({ state: HealthStateSchema, problem: v.nullable(v.picklist(problems)), ...facts });

/** Things that administrators look at first. Those "of this server" are the ones of the server that answered. */
export const HealthSchema = v.object({
  /** When it was read, by the server's clock. */
  at: v.string(),
  /** This server. */
  server: watched(['busy'], {
    name: v.string(),
    version: v.string(),
    startedAt: v.string(),
    memoryBytes: v.number(),
    /** Tasks that run or wait for each processor of the machine, on average of five minutes. */
    load: v.number(),
  }),
  database: watched(['slow', 'old-transaction', 'few-connections', 'waiting'], {
    version: v.string(),
    /** Time of one small statement, ms. */
    ms: v.number(),
    bytes: v.number(),
    /** Age of the oldest open transaction, seconds; 0: none is open. */
    oldestTransactionSeconds: v.number(),
    /** Connections that still fit into the database. */
    freeConnections: v.number(),
  }),
  /** Null for the embedded database, which has no standby. */
  replication: v.nullable(
    watched(['behind'], {
      /** Empty: none is connected, or the user of the database may not see it. */
      standbys: v.array(v.object({ name: v.string(), lagSeconds: v.nullable(v.number()) })),
    }),
  ),
  clock: watched(['differs'], { differenceMs: v.number() }),
  /** Of the embedded database; null for another one. */
  disk: v.nullable(watched(['little', 'full'], { freeBytes: v.number() })),
  mail: watched(['off', 'failing', 'late', 'given-up'], {
    waiting: v.number(),
    oldestSeconds: v.number(),
    /** In the last seven days. */
    givenUp: v.number(),
    /** What the mail server answered last; null: no problem. */
    error: v.nullable(v.string()),
  }),
  webhooks: watched(['failing', 'paused'], {
    active: v.number(),
    /** Paused by the academy, because their receiver is gone. */
    paused: v.number(),
    waiting: v.number(),
    /** Deliveries given up in the last day. */
    failed: v.number(),
  }),
  labs: watched(['failing'], {
    running: v.number(),
    /** Of those that started in the last day. */
    failed: v.number(),
  }),
  /** Log-ins of the last hour at this server; null with an external identity provider. */
  logIns: v.nullable(watched(['guessing'], { succeeded: v.number(), refused: v.number() })),
  /** Requests of the last hour at this server. */
  requests: watched(['errors', 'limited'], {
    all: v.number(),
    /** 401 and 403. */
    refused: v.number(),
    /** 429 */
    limited: v.number(),
    /** 5xx */
    errors: v.number(),
  }),
  /** Background work of this server. */
  work: watched(['failing'], {
    works: v.array(
      v.object({
        /** As in the log. */
        name: v.string(),
        lastAt: v.string(),
        /** Runs that failed since the last one that did not. */
        failures: v.number(),
      }),
    ),
  }),
  content: watched(['none'], {
    academies: v.array(v.object({ tenantId: v.string(), items: v.number(), publishedAt: v.nullable(v.string()) })),
  }),
  backup: watched(['old', 'none'], {
    /** When `./academy backup` last wrote one; null: never. */
    at: v.nullable(v.string()),
  }),
  /** Slow statements of the last hour at this server. */
  statements: watched(['many'], {
    thresholdMs: v.number(),
    count: v.number(),
    slowest: v.nullable(v.object({ call: v.string(), ms: v.number(), at: v.string() })),
  }),
});
export type Health = v.InferOutput<typeof HealthSchema>;

export const getHealth = defineCall({
  name: 'getHealth',
  method: 'GET',
  path: '/admin/health',
  summary: 'How the installation is: server, database, mail, webhooks, labs, backups and what else is watched.',
  who: 'admin',
  reach: 'installation',
  tenant: false,
  loader: false,
  reply: HealthSchema,
});
