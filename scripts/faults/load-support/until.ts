import { setTimeout as pause } from 'node:timers/promises';

/**
 * Polls until something holds.
 *
 * @param max longest wait, ms
 * @returns how long it took, ms; null when it did not hold in time
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  max: number,
  everyMs = 100,
): Promise<number | null> {
  const began = performance.now();
  for (;;) {
    if (await holds()) return performance.now() - began;
    if (performance.now() - began > max) return null;
    await pause(everyMs);
  }
}
