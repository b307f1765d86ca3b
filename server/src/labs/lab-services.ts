import type { SealingSecrets } from '@academy/identity/sealing';
import { labChannels } from '@academy/lab-host/channels/lab-channels';
import type { ProxyCounts, ProxyEntry } from '@academy/lab-host/network/lab-proxy';
import { labPages } from '@academy/lab-host/pages/lab-pages';
import { labPassing } from '@academy/labs/lab-hosts/lab-passing';
import { pageHostOf } from '@academy/labs/lab-hosts/page-hosts';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/connect.ts';
import { academyServers, type ServersOptions } from '../servers/servers.ts';
import { labColleagues } from './lab-colleagues.ts';
import { type LabEngineSettings, labEngines } from './lab-engines.ts';
import { labRuns } from './lab-runs.ts';

/** What labs stand on. */
export interface LabServicesOptions {
  db: Database;
  labs: LabsSettings;
  log: FastifyBaseLogger;
  keySecrets: SealingSecrets;
  metrics?: { countLabPage(outcome: string): void };
}

/** Lab engines besides the learner's own browser. */
export interface LabsSettings extends LabEngineSettings {
  statusEveryMs?: number;
  /** This server among those that share the database. */
  servers?: Pick<ServersOptions, 'address' | 'beatMs' | 'silentMs'>;
}

/** Lab engines, their sessions, and the ways to sandboxes: WebSockets, and pages of their ports; null without sandboxes. */
export function labServices(options: LabServicesOptions, originOf: (tenantId: string) => string) {
  const { db, labs, log, keySecrets } = options;
  const onFailure = (error: unknown, what: string) => log.warn({ err: error }, what);
  const servers = academyServers({ db, log, keySecrets, address: null, ...labs.servers });
  const colleagues = labColleagues({ servers });
  const runs = labRuns({
    db,
    colleagues,
    enginesFor: (events) => labEngines(labs, { ...events, onNetwork: (lab, what) => logNetwork(log, lab, what) }),
    originOf,
    onFailure,
    statusEveryMs: labs.statusEveryMs,
  });
  const { engines } = runs;
  const { sandboxes } = engines;
  const hostId = colleagues.serverId;
  const channels = sandboxes === null ? null : labChannels(sandboxes, hostId);
  const pages =
    sandboxes === null
      ? null
      : labPages({ sandboxes, hostId, onFailure, count: (outcome) => options.metrics?.countLabPage(outcome) });
  const passing =
    channels === null || pages === null
      ? null
      : labPassing({
          addressOf: async (id) => (await colleagues.find(id))?.address ?? null,
          own: {
            hostId,
            serve: pages.serve,
            upgrade: (request, socket, head) =>
              (pageHostOf(request.headers.host) === null ? channels : pages).upgrade(request, socket, head),
          },
          pagesOrigin: labs.pagesOrigin ?? null,
        });
  return {
    ...{ runs, engines, channels, pages, passing, colleagues, servers },

    /** Closes the channels and pages of a log-in that has ended, at all servers. */
    endGrant(grantId: string): void {
      if (channels === null) return;
      channels.endGrant(grantId);
      pages?.endGrant(grantId);
      void colleagues.endGrant(grantId);
    },
  };
}

/** Hosts, sizes and times only: paths and headers of learners may hold secrets. */
function logNetwork(log: FastifyBaseLogger, lab: string, what: ProxyEntry | Readonly<ProxyCounts>): void {
  if (!('host' in what)) log.info({ lab, ...what }, 'the network of a lab has ended');
  else if (what.refusal === null) log.debug({ lab, ...what }, 'a lab used the network');
  else log.info({ lab, ...what }, 'a lab was refused a connection');
}

export type LabServices = ReturnType<typeof labServices>;
