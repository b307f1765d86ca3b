import { LRUCache } from 'lru-cache';

/** Longer texts are not kept, characters: visitors decide what is asked for. */
const LONGEST = 200;

/**
 * A pure function of a text that keeps its latest results: clients send the same addresses and headers again and again.
 *
 * @param most results that are kept
 */
export function remembered<T>(of: (text: string) => T, most: number): (text: string) => T {
  const results = new LRUCache<string, { result: T }>({ max: most });
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known.result;
    const result = of(text);
    if (text.length <= LONGEST) results.set(text, { result });
    return result;
  };
}
