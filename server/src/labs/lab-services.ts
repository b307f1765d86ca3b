import type { SealingSecrets } from '@academy/identity/sealing';
import { labPassing } from '@academy/labs/lab-hosts/lab-passing';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/connect.ts';
import { academyServers, type ServersOptions } from '../servers/servers.ts';
import { type LabEngineSettings, labEngines } from './lab-engines.ts';
import { labRuns } from './lab-runs.ts';

/** What labs stand on. */
export interface LabServicesOptions {
  db: Database;
  labs: LabsSettings;
  log: FastifyBaseLogger;
  keySecrets: SealingSecrets;
  metrics?: { watchLabPages(read: () => Readonly<Record<string, number>>): void };
}

/** Lab engines besides the learner's own browser. */
export interface LabsSettings extends LabEngineSettings {
  statusEveryMs?: number;
  /** How this server says that it and its lab hosts live; undefined: it does not. */
  servers?: Pick<ServersOptions, 'beatMs' | 'silentMs' | 'hostSilentMs'>;
}

/** Lab engines, their sessions, and the ways from browsers to lab hosts; null without sandboxes. */
export function labServices(options: LabServicesOptions, originOf: (tenantId: string) => string) {
  const { db, labs, log, keySecrets } = options;
  const onFailure = (error: unknown, what: string) => log.warn({ err: error }, what);
  const runs = labRuns({
    db,
    enginesFor: (events) => labEngines(labs, events),
    originOf,
    onFailure,
    statusEveryMs: labs.statusEveryMs,
  });
  const { engines } = runs;
  const { hosts } = engines;
  if (hosts !== null) options.metrics?.watchLabPages(hosts.pageCounts);
  const servers = academyServers({ db, log, keySecrets, hosts, ...labs.servers });
  const passing =
    hosts === null ? null : labPassing({ addressOf: hosts.addressOf, pagesOrigin: labs.pagesOrigin ?? null });
  return {
    ...{ runs, engines, passing, servers },

    /** Closes the channels and pages of a log-in that has ended, at all lab hosts. */
    endGrant(grantId: string): void {
      void hosts?.endGrant(grantId);
    },
  };
}

export type LabServices = ReturnType<typeof labServices>;
