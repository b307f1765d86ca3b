import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LabOther } from '@academy/contract/labs';
import type { LabFile } from '../engine-protocol.ts';
import { loadPackagedProgram, readFrom } from './emulator-package.ts';
import type { LinuxImage } from './image.ts';
import { LinuxLab } from './linux-lab.ts';
import { openLabMachine } from './open-lab-machine.ts';

/** A check of a lab. */
export interface LabCheck {
  /** Key of its step. */
  step: string;
  script: string;
  args: readonly string[];
  timeoutMs: number;
}

/** A learner's work as it was kept, and the checks that are run on it. */
export interface KeptWork {
  /** Folder of images. */
  store: string;
  /** Name of the image. */
  image: string;
  files: readonly LabFile[];
  others: readonly LabOther[];
  checks: readonly LabCheck[];
}

/**
 * Runs checks in a Linux that begins with the kept work, in Node.js; what one of them changes, the next one sees.
 *
 * @returns steps whose check passed
 * @throws Error when the machine does not start
 */
export async function passedChecks({ store, image: name, files, others, checks }: KeptWork): Promise<string[]> {
  const image = JSON.parse(readFileSync(join(store, name, 'image.json'), 'utf8')) as LinuxImage;
  const lab = new LinuxLab(
    () => openLabMachine({ image, read: readFrom(store), loadProgram: loadPackagedProgram }),
    () => undefined,
  );
  try {
    await lab.answer({ kind: 'start', files, others, image: name });
    const passed: string[] = [];
    for (const { step, script, args, timeoutMs } of checks) {
      const { exitCode } = await lab.answer({ kind: 'test', script, args, timeoutMs });
      if (exitCode === 0) passed.push(step);
    }
    return passed;
  } finally {
    await lab.end();
  }
}
