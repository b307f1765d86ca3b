import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

interface Work {
  /** A module; its exports are `code`. */
  file: string;
  /** JavaScript, once. */
  prepare: string;
  /** JavaScript, many times. */
  round: string;
  rounds?: number;
}

/**
 * What code leaves to the full collections of garbage, in a process of its own: elsewhere other tests would be measured too.
 *
 * @returns bytes per round
 */
export function leftBehind({ file, prepare, round, rounds = 20_000 }: Work): number {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import * as code from '${pathToFileURL(file).href}';
    const oldBytes = () => getHeapSpaceStatistics()
      .filter(({ space_name: name }) => name === 'old_space' || name === 'large_object_space')
      .reduce((bytes, { space_used_size: used }) => bytes + used, 0);
    ${prepare}
    const repeat = async (count) => { for (let number = 0; number < count; number += 1) { ${round} } };
    await repeat(2_000);
    // From here on what is under way counts as old.
    gc();
    const before = oldBytes();
    await repeat(${rounds});
    console.log(oldBytes() - before);
    process.exit();
  `;
  const flags = [
    '--expose-gc',
    '--no-allocation-site-pretenuring',
    '--max-semi-space-size=8',
    '--initial-old-space-size=500',
  ];
  return Number(execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', script])) / rounds;
}
