import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

const ROUNDS = 20_000;

/**
 * What code leaves to the full collections of garbage, in a process of its own: elsewhere other tests would be measured too.
 *
 * @param file a module whose exports are `code`
 * @param prepare JavaScript, once
 * @param round JavaScript, many times
 * @returns bytes per round
 */
export function leftBehind({ file, prepare, round }: { file: string; prepare: string; round: string }): number {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import * as code from '${pathToFileURL(file).href}';
    const oldBytes = () => getHeapSpaceStatistics()
      .filter(({ space_name: name }) => name === 'old_space' || name === 'large_object_space')
      .reduce((bytes, { space_used_size: used }) => bytes + used, 0);
    ${prepare}
    const rounds = async (count) => { for (let number = 0; number < count; number += 1) { ${round} } };
    await rounds(2_000);
    // From here on what is under way counts as old.
    gc();
    const before = oldBytes();
    await rounds(${ROUNDS});
    console.log(oldBytes() - before);
  `;
  const flags = [
    '--expose-gc',
    '--no-allocation-site-pretenuring',
    '--max-semi-space-size=8',
    '--initial-old-space-size=500',
  ];
  return Number(execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', script])) / ROUNDS;
}
