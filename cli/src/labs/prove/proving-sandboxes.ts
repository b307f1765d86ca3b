import { randomUUID } from 'node:crypto';
import { chosenEnvironment } from '@academy/contract/rules/lab-environments';
import { environmentRegistry } from '@academy/lab-host/environments/environment-registry';
import { hostView } from '@academy/lab-host/sandbox/host-view';
import { memoryGroups } from '@academy/lab-host/sandbox/memory-group';
import { sandboxProblem } from '@academy/lab-host/sandbox/requirements';
import { sandboxOptionsIn } from '@academy/lab-host/sandbox/sandbox-options';
import { sessionVariables } from '@academy/labs/lab-files/lab-setup';
import type { ProvingSandboxes } from './run-proofs.ts';
import { sandboxLab } from './sandbox-lab.ts';

interface SandboxTerms {
  /** Memory of one lab, files included. */
  megabytes: number;
  /** Folder of the environments. */
  folder: string;
  /** Images of workshops and the environments that stand for them. */
  images: Readonly<Record<string, string>>;
}

/** Sandboxes of this machine, as its server would start them. */
export async function provingSandboxes({ megabytes, folder, images }: SandboxTerms): Promise<ProvingSandboxes> {
  const view = hostView();
  const groups = memoryGroups();
  const registry = environmentRegistry({ folder, images, host: view, secret: [] });
  const found = await sandboxProblem(view, []);
  return {
    problem: found === null ? null : `${found.problem} ${found.nextStep}`,
    async open({ id, provable: { files }, scripts, data: { environment = null, image, env, parameters } }, packs) {
      const wanted = { environment, image };
      const chosen = chosenEnvironment(wanted, registry.known());
      const surroundings = registry.surroundings(wanted);
      if (surroundings === null) {
        const problem = registry.all().find(({ name }) => name === chosen?.name)?.problem ?? 'is not on this machine';
        throw new Error(`its environment "${chosen?.name}" ${problem}; see "./academy labs environment --help"`);
      }
      const options = () => sandboxOptionsIn(surroundings, { groups, memoryMegabytes: megabytes, onNetwork: () => {} });
      const variables = sessionVariables({
        workshop: id,
        session: `prove-${randomUUID().slice(0, 8)}`,
        env,
        parameters,
      });
      const lab = await sandboxLab(files, options, { packs, scripts, variables });
      return { lab, environment: chosen?.name ?? null };
    },
  };
}
