import { randomUUID } from 'node:crypto';
import { chosenEnvironment } from '@academy/contract/rules/lab-environments';
import { environmentRegistry } from '@academy/lab-host/environments/environment-registry';
import { beginWarming, type Warming } from '@academy/lab-host/environments/warm-home';
import { type HostView, hostView } from '@academy/lab-host/sandbox/host-view';
import { memoryGroups } from '@academy/lab-host/sandbox/memory-group';
import { sandboxProblem } from '@academy/lab-host/sandbox/requirements';
import { WARM_PATH } from '@academy/lab-host/sandbox/sandbox-agent';
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

/**
 * Sandboxes of this machine, as its server would start them.
 *
 * @param warmings given: what labs fetch is written into the shared folders of their environments, by the environments'
 * folders
 */
export async function provingSandboxes(
  { megabytes, folder, images }: SandboxTerms,
  warmings: Map<string, Warming> | null = null,
): Promise<ProvingSandboxes> {
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
      const home = registry.home(wanted);
      const view = warmings === null || home === null ? surroundings.view : warmed(surroundings.view, home, warmings);
      const options = () =>
        sandboxOptionsIn({ ...surroundings, view }, { groups, memoryMegabytes: megabytes, onNetwork: () => {} });
      const variables = sessionVariables({
        workshop: id,
        session: `prove-${randomUUID().slice(0, 8)}`,
        env,
        parameters,
      });
      const opened = await sandboxLab(files, options, { packs, scripts, variables });
      return { ...opened, environment: chosen?.name ?? null };
    },
  };
}

/** A view whose shared folders are written. */
function warmed(view: HostView, home: string, warmings: Map<string, Warming>): HostView {
  const warming = warmings.get(home) ?? beginWarming(home);
  warmings.set(home, warming);
  const { [WARM_PATH]: _before, ...mounts } = view.mounts ?? {};
  return { ...view, mounts, writable: warming.writable };
}
