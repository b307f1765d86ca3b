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
    enginesFor: (events) => labEngines(labs, events),
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

export type LabServices = ReturnType<typeof labServices>;
