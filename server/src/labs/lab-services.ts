import type { AppOptions } from '../app-options.ts';
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
    enginesFor: (events) => labEngines(labs, events),
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

export type LabServices = ReturnType<typeof labServices>;
