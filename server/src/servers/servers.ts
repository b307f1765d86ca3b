import { randomBytes, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fingerprintOf, type SealingSecrets } from '@academy/identity/sealing';
import * as v from 'valibot';
import { type Polling, startPolling } from '../background/polling.ts';
import type { Database } from '../db/connect.ts';
import { ServerAddressSchema } from './server-settings.ts';
import { type Colleague, serversStore } from './servers.store.ts';

/**
 * How often a server says that it lives, and how long one must be silent to count as gone, ms: several beats that wait for
 * a connection, or find the database in a fail-over, must fit in between.
 */
const BEAT_MS = 3_000;
export const SILENT_MS = 20_000;
/** A server that is not in the list makes it be read again this often at most, ms. */
const READ_EVERY_MS = 500;

export interface ServersOptions {
  db: Database;
  /** Where others reach this server; null when it is the only one. */
  address: string | null;
  keySecrets: SealingSecrets;
  log: Parameters<typeof startPolling>[0]['log'];
  beatMs?: number | undefined;
  silentMs?: number | undefined;
}

export interface ServersEvents {
  /** Called when others may have taken this server for gone, because it was silent for too long. */
  onReturn(): Promise<void>;
  /** Called with the lab sessions of servers that are gone. */
  onAbandoned(labs: readonly string[]): Promise<void>;
}

/** This server among those that share its database. */
export function academyServers(options: ServersOptions) {
  const { db, address, log, beatMs = BEAT_MS, silentMs = SILENT_MS } = options;
  const own: Colleague = {
    serverId: randomUUID(),
    address,
    name: `${hostname()} (process ${process.pid})`,
    secret: randomBytes(32).toString('base64url'),
    keySecret: fingerprintOf(options.keySecrets),
  };
  const store = serversStore(db);
  let others = new Map<string, Colleague>();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  let polling: Polling | null = null;
  /** When the present row of beats without a long gap began, and the last one, by `performance.now`. */
  let steadySince = Number.NEGATIVE_INFINITY;
  let beatAt = Number.NEGATIVE_INFINITY;
  /** Its labs were given up by others, and are not ended yet. */
  let mustReturn = false;

  /** Addresses lead requests of this server: only what the setting accepts counts, also in the database. */
  async function read(): Promise<void> {
    readAt = performance.now();
    const rows = await store.all();
    const reachable = (one: Colleague) => one.address === null || v.is(ServerAddressSchema, one.address);
    others = new Map(
      rows.filter((one) => one.serverId !== own.serverId && reachable(one)).map((one) => [one.serverId, one] as const),
    );
  }

  /** A server that is not in the list may have started since it was read. Those who ask meanwhile share one reading. */
  function readSoon(): Promise<void> {
    reading ??= delay(Math.max(0, readAt + READ_EVERY_MS - performance.now()))
      .then(read)
      .finally(() => {
        reading = null;
      });
    return reading;
  }

  async function beat(events: ServersEvents): Promise<undefined> {
    const { isNew } = await store.beat(own);
    const now = performance.now();
    const isReturn = isNew && beatAt !== Number.NEGATIVE_INFINITY;
    // After the database was away, every server has been silent: others get the time to come back first.
    if (now - beatAt >= silentMs) steadySince = now;
    beatAt = now;
    if (isReturn) mustReturn = true;
    if (mustReturn) await events.onReturn();
    mustReturn = false;
    if (now - steadySince >= silentMs) await store.removeSilent(silentMs);
    const abandoned = await store.abandonedLabs();
    if (abandoned.length > 0) await events.onAbandoned(abandoned);
    await read();
  }

  let isFailing = false;

  /** A beat that failed is repeated as usual: backing off would make others take this server for gone. */
  async function beatSoon(events: ServersEvents): Promise<number | undefined> {
    try {
      await beat(events);
      if (isFailing) log.info({}, 'this server is registered again');
      isFailing = false;
      return undefined;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'this server could not be registered, and retries');
      isFailing = true;
      return beatMs;
    }
  }

  return {
    serverId: own.serverId,
    secret: own.secret,

    /** Begins to say that this server lives. Settles when that was said once, or could not be. */
    async start(events: ServersEvents): Promise<void> {
      if (address !== null) await store.removeFormer(address);
      polling = startPolling({
        work: 'registering this server',
        everyMs: beatMs,
        run: () => beatSoon(events),
        log,
      });
      await polling.firstRun;
    },

    /** Another server that runs; null when there is none of this name. */
    async find(serverId: string): Promise<Colleague | null> {
      if (!others.has(serverId)) await readSoon();
      return others.get(serverId) ?? null;
    },

    /** All other servers that can be reached. */
    reachable: (): Colleague[] => [...others.values()].filter((one) => one.address !== null),

    /** Reports that this server is gone. */
    async stop(): Promise<void> {
      if (polling === null) return;
      await polling.stop();
      await store.remove(own.serverId);
    },
  };
}

export type AcademyServers = ReturnType<typeof academyServers>;
