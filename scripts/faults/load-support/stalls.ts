import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { MeasuredAcademy } from './measured-academy.ts';

/** How often the server's longest delay is read and begun anew, ms. */
const EVERY_MS = 500;

export interface Stalls {
  /** Longest delay of the event loop, ms. */
  longest: number;
  /** The same without the time in which the thread was ready to run and other programs had the processor. */
  longestOfItsOwn: number;
}

/** Watches the event loop of a server from outside, by its metrics and by what the kernel says of its main thread. */
export function watchStalls(academy: MeasuredAcademy): { stop(): Promise<Stalls> } {
  let isOver = false;
  const watching = (async () => {
    const stalls: Stalls = { longest: 0, longestOfItsOwn: 0 };
    await academy.metric('nodejs_eventloop_lag_max_seconds');
    let waited = waitedFor(academy.pid);
    while (!isOver && academy.isRunning()) {
      await pause(EVERY_MS);
      const lag = (await academy.metric('nodejs_eventloop_lag_max_seconds').catch(() => Number.NaN)) * 1000;
      const now = waitedFor(academy.pid);
      if (lag > stalls.longest) stalls.longest = lag;
      const own = lag - (now - waited);
      if (own > stalls.longestOfItsOwn) stalls.longestOfItsOwn = own;
      waited = now;
    }
    return stalls;
  })();
  return {
    stop() {
      isOver = true;
      return watching;
    },
  };
}

/** How long the main thread has waited for a processor, ms; 0 where the system does not report it. */
function waitedFor(pid: number): number {
  try {
    const [, waited = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ').map(Number);
    return waited / 1e6;
  } catch {
    return 0;
  }
}
