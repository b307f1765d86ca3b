import { LRUCache } from 'lru-cache';

/** Longer texts are not kept, characters: visitors decide what is asked for. */
const MAX_LENGTH = 200;

/**
 * A pure function of a text that keeps its latest results: clients send the same addresses and headers again and again.
 *
 * @param max results that are kept
 */
export function remembered<T>(of: (text: string) => T, max: number): (text: string) => T {
  const results = new LRUCache<string, { result: T }>({ max: max });
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known.result;
    const result = of(text);
    if (text.length <= MAX_LENGTH) results.set(text, { result });
    return result;
  };
}
