import { hostView } from '@academy/labs/sandbox/host-view';
import { type SandboxProblem, sandboxProblem } from '@academy/labs/sandbox/requirements';

/** Why labs cannot run in sandboxes on this machine, with this data folder; null when they can. */
export const sandboxTrouble = (dataFolder: string): Promise<SandboxProblem | null> =>
  sandboxProblem(hostView(), [dataFolder]);
