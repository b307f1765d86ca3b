import { totalmem } from 'node:os';
import { setting } from '../settings/setting.ts';
import { wholeNumber } from '../settings/setting-types.ts';
import { DEFAULT_MEMORY_MB, MIN_MEMORY_MB } from './memory-plan.ts';

const MB = 1024 * 1024;

/** How much memory the server may take. `academy`, the script that starts it, reads it too. */
export const MEMORY_SETTINGS = {
  memoryMb: setting(
    'ACADEMY_MEMORY_MB',
    wholeNumber(MIN_MEMORY_MB, 65_536),
    DEFAULT_MEMORY_MB,
    'Memory that the server is to stay within under load, MB, without the database. It sizes the caches, the heaps and the worker threads; while content is published some 100 MB more are taken. The default fits a machine with 1 GB together with its embedded database.',
  ),
} as const;

/**
 * Problems of the setting on this machine.
 *
 * @param machineMb memory that this process can have at most, MB
 */
export function memoryProblems({ memoryMb }: { memoryMb: number }, machineMb = memoryOfMachine()): string[] {
  if (memoryMb <= machineMb) return [];
  return [`ACADEMY_MEMORY_MB is ${memoryMb}, and this machine or its control group has ${machineMb} MB`];
}

/** Memory of the machine, or what its control group leaves of it, MB. */
function memoryOfMachine(): number {
  // 0 where nothing is known, and a number beyond every machine where there is no limit.
  const constrained = process.constrainedMemory();
  const all = totalmem();
  return Math.floor((constrained > 0 ? Math.min(constrained, all) : all) / MB);
}
