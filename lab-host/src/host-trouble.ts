import { spawnSync } from 'node:child_process';
import { hostView } from './sandbox/host-view.ts';
import { type SandboxProblem, sandboxProblem } from './sandbox/requirements.ts';

/** Why pages of labs in sandboxes cannot be shown; null when they can. */
export const pagesTrouble = (): string | null =>
  spawnSync('perl', ['-e', '1']).status === 0 ? null : 'perl is not on this machine, which enters their network';

/** Why labs cannot run in sandboxes on this machine, with this data folder; null when they can. */
export const sandboxTrouble = (dataFolder: string): Promise<SandboxProblem | null> =>
  sandboxProblem(hostView(), [dataFolder]);
