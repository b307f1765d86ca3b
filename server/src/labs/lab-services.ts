import type { ProxyCounts, ProxyEntry } from '@academy/labs/network/lab-proxy';
import type { AppOptions } from '../composition/app-options.ts';
import { academyServers } from '../servers/servers.ts';
import { labChannels } from './lab-channels.ts';
import { labColleagues } from './lab-colleagues.ts';
import { labEngines } from './lab-engines.ts';
import { labPages } from './lab-pages.ts';
import { labRuns } from './lab-runs.ts';

/** Lab engines, their sessions, and the ways to sandboxes: WebSockets, and pages of their ports; null without sandboxes. */
export function labServices(
  options: Pick<AppOptions, 'db' | 'labs' | 'log' | 'keySecrets' | 'tenants' | 'configs' | 'metrics'>,
  originOf: (tenantId: string) => string,
) {
  const { db, labs, log, keySecrets, tenants } = options;
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
  const channels = sandboxes === null ? null : labChannels(sandboxes, colleagues);
  const pages =
    sandboxes === null || labs.pagesOrigin == null
      ? null
      : labPages({
          ...{ sandboxes, colleagues, tenants, onFailure, origin: labs.pagesOrigin, issuer: options.configs.issuer },
          count: (outcome) => options.metrics?.countLabPage(outcome),
        });
  return {
    ...{ runs, engines, channels, pages, colleagues, servers },

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
function logNetwork(log: AppOptions['log'], lab: string, what: ProxyEntry | Readonly<ProxyCounts>): void {
  if (!('host' in what)) log.info({ lab, ...what }, 'the network of a lab has ended');
  else if (what.refusal === null) log.debug({ lab, ...what }, 'a lab used the network');
  else log.info({ lab, ...what }, 'a lab was refused a connection');
}

export type LabServices = ReturnType<typeof labServices>;
