import { randomUUID } from 'node:crypto';
import { hostView } from '@academy/labs/sandbox/host-view';
import { memoryGroups } from '@academy/labs/sandbox/memory-group';
import { sandboxProblem } from '@academy/labs/sandbox/requirements';
import type { ProvingSandboxes } from './run-proofs.ts';
import { sandboxLab } from './sandbox-lab.ts';

const MEGABYTE = 1024 * 1024;

/** Sandboxes of this machine, as its server would start them. @param megabytes memory of one, files included */
export async function provingSandboxes(megabytes: number): Promise<ProvingSandboxes> {
  const view = hostView();
  const groups = memoryGroups();
  const found = await sandboxProblem(view, []);
  return {
    problem: found === null ? null : `${found.problem} ${found.nextStep}`,
    async open({ provable: { files }, data: { environment = null } }) {
      const options = () => ({
        view,
        homeBytes: Math.floor((megabytes * MEGABYTE) / 2),
        group: groups.make(randomUUID(), megabytes * MEGABYTE),
      });
      return { lab: await sandboxLab(files, options), environment };
    },
  };
}
