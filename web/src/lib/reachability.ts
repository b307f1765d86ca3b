import { pageRuntime } from './runtime.tsx';
import { createStore } from './store.ts';

/** `offline`: the browser has no network. `away`: it has one, but the academy does not answer. */
export type Reach = 'reached' | 'offline' | 'away';

/** Whether the academy can be reached, as far as this page knows. */
export const reach = createStore<Reach>('reached');

/** Whether a request that the screen waits for was lost and is made again. */
export const retrying = createStore(false);

/** Before the first look, ms: one lost connection says nothing yet. */
const FIRST_PROBE_MS = 300;
const LONGEST_PAUSE_MS = 30_000;
/** An academy that does not answer this long is away, ms. */
const ANSWER_MS = 10_000;

/**
 * How long to wait before looking whether the academy answers again, ms. Spread over as much again, so that the many who
 * lost it in one moment do not come back in one moment.
 *
 * @param looks that found nothing so far
 */
export const pauseBeforeProbe = (looks: number, random = Math.random()): number =>
  Math.min(FIRST_PROBE_MS * 4 ** Math.min(looks, 5), LONGEST_PAUSE_MS) * (1 + random);

let looking: Promise<void> | null = null;

/** A call was answered, whatever the answer said. */
export function noteAnswer(): void {
  if (reach.get() === 'reached') return;
  reach.set('reached');
  // What waits for the network has waited for the academy as well.
  dispatchEvent(new Event('online'));
}

/** A call got no answer. Whether the academy is away is looked up before anything is said. */
export function noteNoAnswer(): void {
  if (navigator.onLine === false) reach.set('offline');
  looking ??= look();
}

async function look(): Promise<void> {
  for (let looks = 0; ; looks += 1) {
    await networkOr(pauseBeforeProbe(looks));
    if (await answers()) break;
    reach.set(navigator.onLine === false ? 'offline' : 'away');
  }
  looking = null;
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
    // From another origin nobody may read the answer; that there is one is enough.
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

/** @internal for tests: until nobody looks any more */
export const untilLooked = async (): Promise<void> => (await looking) ?? undefined;

/** Follows what the browser says of its network. @returns stops it */
export function watchNetwork(): () => void {
  if (navigator.onLine === false) noteNoAnswer();
  addEventListener('offline', noteNoAnswer);
  return () => removeEventListener('offline', noteNoAnswer);
}
