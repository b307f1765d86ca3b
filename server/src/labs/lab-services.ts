import type { ProxyCounts, ProxyEntry } from '@academy/labs/network/lab-proxy';
import type { AppOptions } from '../app-options.ts';
import { academyServers } from '../servers/servers.ts';
import { labChannels } from './lab-channels.ts';
import { labColleagues } from './lab-colleagues.ts';
import { labEngines } from './lab-engines.ts';
import { labRuns } from './lab-runs.ts';

/** Lab engines, their sessions, and the WebSockets to sandboxes; channels are null without sandboxes. */
export function labServices(
  { db, labs, log, keySecrets }: Pick<AppOptions, 'db' | 'labs' | 'log' | 'keySecrets'>,
  originOf: (tenantId: string) => string,
) {
  const servers = academyServers({ db, log, keySecrets, address: null, ...labs.servers });
  const colleagues = labColleagues({ servers });
  const runs = labRuns({
    db,
    colleagues,
    enginesFor: (events) => labEngines(labs, { ...events, onNetwork: (lab, what) => logNetwork(log, lab, what) }),
    originOf,
    onFailure: (error, what) => log.warn({ err: error }, what),
    statusEveryMs: labs.statusEveryMs,
  });
  const { engines } = runs;
  const channels = engines.sandboxes === null ? null : labChannels(engines.sandboxes, colleagues);
  return {
    ...{ runs, engines, channels, colleagues, servers },

    /** Closes the channels of a log-in that has ended, at all servers. */
    endGrant(grantId: string): void {
      if (channels === null) return;
      channels.endGrant(grantId);
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
