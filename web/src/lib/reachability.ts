import { pageRuntime } from './runtime.tsx';
import { createStore } from './store.ts';

/** `offline`: the browser has no network. `away`: it has one, but the academy does not answer. */
export type Reach = 'reached' | 'offline' | 'away';

/** Whether the academy can be reached, as far as this page knows. */
export const reach = createStore<Reach>('reached');

/** Whether a request that the screen waits for was lost and is made again. */
export const retrying = createStore(false);

/** Delay before the first probe, ms: one lost connection is no proof. */
const FIRST_PROBE_MS = 300;
const MAX_PAUSE_MS = 30_000;
/** An academy that does not answer this long is away, ms. */
const ANSWER_MS = 10_000;

/**
 * Delay before the next probe of the academy, ms, with jitter, so that browsers that lost it at the same moment do not all
 * come back at the same moment.
 *
 * @param probes failed probes so far
 */
export const pauseBeforeProbe = (probes: number, random = Math.random()): number =>
  Math.min(FIRST_PROBE_MS * 4 ** Math.min(probes, 5), MAX_PAUSE_MS) * (1 + random);

let probing: Promise<void> | null = null;

/** A call was answered, whatever the answer said. */
export function noteAnswer(): void {
  if (reach.get() === 'reached') return;
  reach.set('reached');
  // Code that waits for the network waits for the academy as well.
  dispatchEvent(new Event('online'));
}

/** A call got no answer. The academy is probed before it counts as unreachable. */
export function noteNoAnswer(): void {
  if (navigator.onLine === false) reach.set('offline');
  probing ??= probe();
}

async function probe(): Promise<void> {
  for (let probes = 0; ; probes += 1) {
    await networkOr(pauseBeforeProbe(probes));
    if (await answers()) break;
    reach.set(navigator.onLine === false ? 'offline' : 'away');
  }
  probing = null;
  noteAnswer();
}

/** Resolves after a while, or as soon as the browser has a network again. */
function networkOr(pauseMs: number): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      done();
    };
    const timer = setTimeout(end, pauseMs);
    addEventListener('online', end);
  });
}

async function answers(): Promise<boolean> {
  const health = new URL('/health/live', new URL(pageRuntime().config.apiBaseUrl, location.href));
  try {
    // An opaque answer of another origin is enough: it shows that the server is there.
    const { ok, type } = await fetch(health, {
      mode: 'no-cors',
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return ok || type === 'opaque';
  } catch {
    return false;
  }
}

/** @internal for tests: resolves when no probe is running */
export const untilLooked = async (): Promise<void> => (await probing) ?? undefined;

/** Follows the browser's online and offline events. @returns stops it */
export function watchNetwork(): () => void {
  if (navigator.onLine === false) noteNoAnswer();
  addEventListener('offline', noteNoAnswer);
  return () => removeEventListener('offline', noteNoAnswer);
}
