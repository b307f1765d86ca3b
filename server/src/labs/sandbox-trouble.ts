import { storedEnvironments } from '@academy/labs/environments/environments-folder';
import { hostView } from '@academy/labs/sandbox/host-view';
import { type SandboxProblem, sandboxProblem } from '@academy/labs/sandbox/requirements';

/** Why labs cannot run in sandboxes on this machine, with this data folder; null when they can. */
export const sandboxTrouble = (dataFolder: string): Promise<SandboxProblem | null> =>
  sandboxProblem(hostView(), [dataFolder]);

/** A sentence about each environment that labs cannot use. */
export const environmentTroubles = (folder: string, dataFolder: string): string[] =>
  storedEnvironments(folder, [dataFolder]).flatMap(({ name, problem }) =>
    problem === null ? [] : [`No lab can run in the environment ${name}, which ${problem}.`],
  );
