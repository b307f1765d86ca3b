import { setTimeout } from 'node:timers/promises';

/** A process runs so long of each round, and stands still for the rest of it, ms. */
const RUNS_MS = 4;
const STANDS_MS = 12;

/**
 * Lets a process with all its threads run a quarter of the time while something happens. Browsers slow down the thread of the
 * page alone, and not its workers.
 */
export async function atQuarterSpeed<T>(pid: number, happening: () => Promise<T>): Promise<T> {
  let isOver = false;
  const slowing = (async () => {
    while (!isOver) {
      process.kill(pid, 'SIGSTOP');
      await setTimeout(STANDS_MS);
      process.kill(pid, 'SIGCONT');
      await setTimeout(RUNS_MS);
    }
  })();
  try {
    return await happening();
  } finally {
    isOver = true;
    await slowing;
  }
}
