import { LRUCache } from 'lru-cache';

/** A value that is computed now and then, because that takes long. */
interface Kept<T> {
  value: T | null;
  /** By a monotonic clock, ms. */
  madeAt: number;
  tookMs: number;
  making: Promise<void> | null;
}

export interface StatisticsCacheOptions {
  /** A request waits this long for a running computation before it gets the previous value, ms. */
  waitMs: number;
  /** Called with failures of computations that no request waits for. */
  onFailure: (error: unknown) => void;
  /** Measures how long computations take, ms; a monotonic clock when left out. */
  clock?: () => number;
}

/** A computation that takes longer than this is not repeated at every request, ms. */
const LONG_MS = 500;
/** The value is kept for this many times the duration of its computation. */
const REST = 20;
const MAX_KEPT = 100;

/**
 * Computes values on request, one at a time, and keeps them: when that takes long, requests get the previous value, and
 * a newer one is computed in the background.
 */
export function statisticsCache<T>({ waitMs, onFailure, clock = () => performance.now() }: StatisticsCacheOptions) {
  const kept = new LRUCache<string, Kept<T>>({ max: MAX_KEPT });
  let last: Promise<unknown> = Promise.resolve();

  function begin(one: Kept<T>, make: () => Promise<T>): Promise<void> {
    const turn = last.then(async () => {
      const began = clock();
      one.value = await make();
      one.madeAt = clock();
      one.tookMs = one.madeAt - began;
    });
    last = turn.catch(() => undefined);
    one.making = turn.finally(() => {
      one.making = null;
    });
    // A failure is reported to waiting requests only.
    one.making.catch(() => undefined);
    return one.making;
  }

  return {
    /**
     * @param key what the value depends on
     * @returns a new or the previous value; null while the first one is computed and takes long
     * @throws the computation's error, while a request waits for it
     */
    async ask(key: string, make: () => Promise<T>): Promise<{ value: T | null; isMaking: boolean }> {
      let one = kept.get(key);
      if (one === undefined) {
        one = { value: null, madeAt: 0, tookMs: 0, making: null };
        kept.set(key, one);
      }
      const rests = one.value !== null && one.tookMs > LONG_MS && clock() - one.madeAt < one.tookMs * REST;
      if (rests && one.making === null) return { value: one.value, isMaking: false };
      const making = one.making ?? begin(one, make);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<'late'>((resolve) => {
        timer = setTimeout(resolve, waitMs, 'late');
      });
      try {
        const isLate = (await Promise.race([making, late])) === 'late';
        if (isLate) making.catch(onFailure);
        return { value: one.value, isMaking: isLate };
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
