import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { fingerprintOf, type SealingSecrets } from '@academy/identity/sealing';
import type { LabHosts } from '@academy/labs/lab-hosts/lab-hosts';
import { type Polling, startPolling } from '../background/polling.ts';
import type { Database } from '../db/connect.ts';
import { type RunningProgram, serversStore } from './servers.store.ts';

/** How often a server looks at its lab hosts, and says that they and itself live, ms. */
const BEAT_MS = 2_000;
/**
 * How long a server, and a lab host, must be silent to count as gone, ms: several beats that wait for a connection must fit
 * in between. Learners wait for the second one.
 */
export const SILENT_MS = 20_000;
const HOST_SILENT_MS = 7_000;

export interface ServersOptions {
  db: Database;
  keySecrets: SealingSecrets;
  log: Parameters<typeof startPolling>[0]['log'];
  /** Null where no tenant has its labs in sandboxes. */
  hosts: LabHosts | null;
  beatMs?: number | undefined;
  silentMs?: number | undefined;
  hostSilentMs?: number | undefined;
}

/** This server and its lab hosts among those that share its database. */
export function academyServers(options: ServersOptions) {
  const { db, log, hosts, beatMs = BEAT_MS, silentMs = SILENT_MS, hostSilentMs = HOST_SILENT_MS } = options;
  const own: RunningProgram = {
    serverId: randomUUID(),
    name: `${hostname()} (process ${process.pid})`,
    secret: 'server',
    keySecret: fingerprintOf(options.keySecrets),
  };
  const store = serversStore(db);
  let polling: Polling | null = null;
  /** When the present row of beats without a long gap began, and the last one, by `performance.now`. */
  let steadySince = Number.NEGATIVE_INFINITY;
  let beatAt = Number.NEGATIVE_INFINITY;
  /** Lab hosts of which this server has said that they live. */
  const known = new Set<string>();

  async function beat(onAbandoned: (labs: readonly string[]) => Promise<void>): Promise<void> {
    await hosts?.look();
    await store.beat(own);
    const { alive, gone } = hosts?.found() ?? { alive: [], gone: [] };
    for (const { hostId, name } of alive) await beatOf(hostId, name);
    for (const hostId of gone) {
      known.delete(hostId);
      await store.remove(hostId);
    }
    const now = performance.now();
    // After the database was away, everybody has been silent: others get the time to come back first.
    if (now - beatAt >= hostSilentMs) steadySince = now;
    beatAt = now;
    if (now - steadySince >= hostSilentMs) await store.removeSilentHosts(hostSilentMs);
    if (now - steadySince >= silentMs) await store.removeSilent(silentMs);
    const abandoned = hosts === null ? [] : await store.abandonedLabs();
    if (abandoned.length > 0) await onAbandoned(abandoned);
  }

  async function beatOf(hostId: string, name: string): Promise<void> {
    const { isNew } = await store.beat({ serverId: hostId, name, secret: '', keySecret: '' });
    // It was taken for gone, and its labs for ended.
    if (isNew && known.has(hostId)) await hosts?.endAllOf(hostId).catch(() => {});
    known.add(hostId);
  }

  let isFailing = false;

  /** A beat that failed is repeated as usual: backing off would make others take this server for gone. */
  async function beatSoon(onAbandoned: (labs: readonly string[]) => Promise<void>): Promise<number | undefined> {
    try {
      await beat(onAbandoned);
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
    /**
     * Begins to say that this server and its lab hosts live. Settles when that was said once, or could not be.
     *
     * @param onAbandoned called with lab sessions whose lab hosts are gone
     */
    async start(onAbandoned: (labs: readonly string[]) => Promise<void>): Promise<void> {
      polling = startPolling({
        work: 'registering this server',
        everyMs: beatMs,
        run: () => beatSoon(onAbandoned),
        log,
      });
      await polling.firstRun;
    },

    /** Reports that this server is gone. */
    async stop(): Promise<void> {
      if (polling === null) return;
      await polling.stop();
      await store.remove(own.serverId);
    },
  };
}

export type AcademyServers = ReturnType<typeof academyServers>;
