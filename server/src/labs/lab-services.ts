import type { AppOptions } from '../app-options.ts';
import { labChannels } from './lab-channels.ts';
import { labEngines } from './lab-engines.ts';
import { labRuns } from './lab-runs.ts';

/** Lab engines, their sessions, and the WebSockets to sandboxes; channels are null without sandboxes. */
export function labServices(
  { db, labs, log }: Pick<AppOptions, 'db' | 'labs' | 'log'>,
  originOf: (tenantId: string) => string,
) {
  const runs = labRuns({
    db,
    enginesFor: (events) => labEngines(labs, events),
    originOf,
    onFailure: (error, what) => log.warn({ err: error }, what),
    statusEveryMs: labs.statusEveryMs,
  });
  const { engines } = runs;
  return { runs, engines, channels: engines.sandboxes === null ? null : labChannels(engines.sandboxes) };
}

export type LabServices = ReturnType<typeof labServices>;
