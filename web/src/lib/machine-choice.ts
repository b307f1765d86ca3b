import type { LabImage } from '@academy/contract/labs';
import { useState } from 'react';
import { device } from './storage.ts';

/** In which of the two a learner wants labs of the browser to run, on this device. */
type Machine = 'light' | 'linux';

const KEY = 'lab-machine';
/** Devices with less memory begin with the light shell, GiB. */
const MIN_MEMORY = 2;

/** Whether this device runs a Linux without harm: a learner may say so against it. */
function isAble(): boolean {
  if (typeof WebAssembly === 'undefined') return false;
  const { deviceMemory = MIN_MEMORY, connection } = navigator as {
    deviceMemory?: number;
    connection?: { saveData?: boolean };
  };
  return deviceMemory >= MIN_MEMORY && connection?.saveData !== true;
}

/**
 * In what a lab of the browser runs.
 *
 * @param offered the Linux that the lab may run in
 * @returns the Linux in which it runs, null: in the light shell; and what changes to the other one
 */
export function useMachineChoice(offered: LabImage | null) {
  const [wanted, setWanted] = useState<Machine>(
    () => (device.get(KEY) as Machine | null) ?? (isAble() ? 'linux' : 'light'),
  );
  const image = wanted === 'linux' ? offered : null;
  const other: Machine = wanted === 'linux' ? 'light' : 'linux';
  return {
    image,
    change() {
      device.set(KEY, other);
      setWanted(other);
    },
  };
}
