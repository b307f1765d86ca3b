import { chosenImage } from '@academy/contract/rules/lab-image';
import { loadPackagedProgram, readFrom } from '@academy/lab-engine/linux/emulator-package';
import type { LinuxImage } from '@academy/lab-engine/linux/image';
import { type LabMachine, LinuxLab } from '@academy/lab-engine/linux/linux-lab';
import { openLabMachine } from '@academy/lab-engine/linux/open-lab-machine';
import { programsIn } from '@academy/server/labs/lab-engines';
import { storedImages } from '../../lab-images/image-folder.ts';
import type { LoadedLab } from './load-lab.ts';
import type { ProofLab } from './proof-lab.ts';
import type { OpenedLab } from './sandbox-lab.ts';
import { SandboxTerminal } from './sandbox-terminal.ts';

/** Linux machines of this computer, as pages run them. */
export interface ProvingMachines {
  /** @throws Error when no image fits the lab, or its machine does not start */
  open(lab: LoadedLab): Promise<OpenedLab & { environment: string }>;
}

/** Wide enough that programs do not break their lines. */
const SIZE = { columns: 200, rows: 50 };

/** Machines of the images in a folder; null where it has none that runs. */
export function provingMachines(store: string): ProvingMachines | null {
  const images = storedImages(store).flatMap(({ image, problem }) => (image === null || problem !== null ? [] : image));
  if (images.length === 0) return null;
  return {
    async open({ data, provable }) {
      const known = images.map((image) => ({
        image,
        ...{ name: image.name, bytes: image.state.packed, programs: Object.keys(image.programs) },
      }));
      const chosen = chosenImage(known, data.environment ?? null, programsIn(provable));
      if (chosen === null) throw new Error(`no image is for its environment ${data.environment}`);
      return {
        lab: await linuxLab(provable.files, chosen.image, store),
        startUpFailure: null,
        environment: chosen.name,
      };
    },
  };
}

async function linuxLab(files: LoadedLab['provable']['files'], image: LinuxImage, store: string): Promise<ProofLab> {
  const terminals = new Map<string, SandboxTerminal>();
  let machine: LabMachine | null = null;
  const lab = new LinuxLab(
    async () => {
      machine = await openLabMachine({ image, read: readFrom(store), loadProgram: loadPackagedProgram });
      return machine;
    },
    (news) => {
      if (news.kind === 'output') terminals.get(news.session)?.hear(news.text);
    },
  );
  await lab.answer({ kind: 'start', files, others: [], image: image.name });
  return {
    async terminal(session) {
      const known = terminals.get(session);
      if (known !== undefined) return known;
      const made = new SandboxTerminal({
        input: (text) => void lab.answer({ kind: 'input', session, text }),
        seen: () => {},
      });
      terminals.set(session, made);
      await lab.answer({ kind: 'open', session, ...SIZE });
      return made;
    },
    openTerminals: () => [...terminals.values()],
    edit: (name, settings, selection) => lab.answer({ kind: 'edit', name, settings, selection }),
    script: (script, args, timeoutMs, input = '') => lab.answer({ kind: 'test', script, args, timeoutMs, input }),
    write: (path, text) => lab.answer({ kind: 'write', path, text }),
    async text(path) {
      const { file } = await lab.answer({ kind: 'read', path });
      return file !== undefined && 'text' in file ? file.text : null;
    },
    close: async () => machine?.end(),
  };
}
