import type { Fault } from './fault.ts';
import { killUnderWrites } from './kill-under-writes.ts';

/** Every fault, in the order in which they run: quick and harmless ones need not come first. */
export const FAULTS: readonly Fault[] = [
  //
  killUnderWrites,
];
