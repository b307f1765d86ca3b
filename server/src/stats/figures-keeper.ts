import { LRUCache } from 'lru-cache';

/** What is made now and then, because making it takes a while. */
interface Kept<T> {
  value: T | null;
  /** By the clock that nobody sets, ms. */
  madeAt: number;
  tookMs: number;
  making: Promise<void> | null;
}

export interface KeeperOptions {
  /** So long somebody waits for what is being made before he or she gets what was made before, ms. */
  patienceMs: number;
  /** Told what goes wrong where nobody waits any more. */
  onFailure: (error: unknown) => void;
}

/** What takes longer than this is not made anew each time it is asked for, ms. */
const LONG_MS = 500;
/** It is made again after so many times the time it took. */
const REST = 20;
const MOST_KEPT = 100;

/**
 * Makes something when it is asked for, one at a time, and keeps what was made: where making takes long, whoever asks gets
 * what was made last, and newer in the background.
 */
export function figuresKeeper<T>(
  { patienceMs, onFailure }: KeeperOptions,
  now: () => number = () => performance.now(),
) {
  const kept = new LRUCache<string, Kept<T>>({ max: MOST_KEPT });
  let last: Promise<unknown> = Promise.resolve();

  function begin(one: Kept<T>, make: () => Promise<T>): Promise<void> {
    const turn = last.then(async () => {
      const began = now();
      one.value = await make();
      one.madeAt = now();
      one.tookMs = one.madeAt - began;
    });
    last = turn.catch(() => undefined);
    one.making = turn.finally(() => {
      one.making = null;
    });
    // Whoever does not wait any more does not hear of it.
    one.making.catch(() => undefined);
    return one.making;
  }

  return {
    /**
     * @param key what the value depends on
     * @returns the value made now, or before; null while it is made for the first time and that takes long
     * @throws what making throws, while somebody waits for it
     */
    async ask(key: string, make: () => Promise<T>): Promise<{ value: T | null; isMaking: boolean }> {
      let one = kept.get(key);
      if (one === undefined) {
        one = { value: null, madeAt: 0, tookMs: 0, making: null };
        kept.set(key, one);
      }
      const rests = one.value !== null && one.tookMs > LONG_MS && now() - one.madeAt < one.tookMs * REST;
      if (rests && one.making === null) return { value: one.value, isMaking: false };
      const making = one.making ?? begin(one, make);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<'late'>((resolve) => {
        timer = setTimeout(resolve, patienceMs, 'late');
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
