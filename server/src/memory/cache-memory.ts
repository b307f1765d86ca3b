import { LRUCache } from 'lru-cache';
import { bytesOfValue } from './bytes-of-value.ts';

/**
 * Percent of the memory of all caches that each may take. Nobody makes room in another's: whoever asks for endless
 * addresses of one kind does not evict what all others read.
 */
export const CACHE_SHARES = {
  /** Rendered pages, packed. */
  pages: 32,
  /** The same, of addresses with queries: their number is unlimited. */
  filtered_pages: 3,
  /** Replies of reading calls to visitors, packed. */
  replies: 14,
  /** Pages, replies and browser files for clients that take no packed bytes. */
  unpacked: 5,
  /** Small content files. */
  files: 12,
  /** What was read of the catalogue: lists, outlines, guides, paths. */
  catalogue: 18,
  /** Results of searches, whose number is unlimited. */
  searches: 2,
  /** Preview images of shared links. */
  cards: 3,
  /** Paths of cards, and which card each means. */
  card_names: 1,
  /** Browser files of former builds. */
  former_files: 2,
  /** Verified access tokens. */
  tokens: 3,
  /** Whether sessions live. */
  sessions: 1,
  /** Rows of people who are signed in. */
  people: 4,
} as const;

export type CacheName = keyof typeof CACHE_SHARES;

/** A cache with a limit in bytes; what was used longest ago goes first. */
export type BoundedCache<V extends {}> = Pick<
  LRUCache<string, V>,
  'get' | 'set' | 'delete' | 'clear' | 'values' | 'calculatedSize' | 'maxSize'
>;

export interface CacheOptions<V> {
  /** Bytes of a value where they are known; left out, they are estimated. */
  bytesOf?: (value: V) => number;
  /**
   * Keeps a value that is larger than the cache: it counts an eighth of it at most. For what must not be read at every
   * request, such as the list of a very large catalogue.
   */
  keepsLarge?: boolean;
  /** How long a value is valid, ms; left out, until it is replaced. */
  ttl?: number;
  /** A clock for `ttl`, ms. */
  now?: () => number;
}

/** A key and its entry cost about this much besides the value, bytes. */
const ENTRY_BYTES = 200;

/** The memory of all caches of a server, dealt out by `CACHE_SHARES`. */
export class CacheMemory {
  /** Bytes of texts that are cached packed, for the few clients that take them plain. */
  readonly unpacked: BoundedCache<Buffer>;
  readonly #bytes: number;
  readonly #caches = new Map<CacheName, { readonly calculatedSize: number; readonly maxSize: number }>();

  /** @param bytes of all caches together */
  constructor(bytes: number) {
    this.#bytes = bytes;
    this.unpacked = this.cache<Buffer>('unpacked', { bytesOf: ({ length }) => length });
  }

  /** Makes the cache of this name, empty. A value larger than the whole cache is not kept. */
  cache<V extends {}>(name: CacheName, options: CacheOptions<V> = {}): BoundedCache<V> {
    const { bytesOf = bytesOfValue, keepsLarge = false, ttl, now } = options;
    const maxSize = Math.floor((this.#bytes * CACHE_SHARES[name]) / 100);
    const largest = keepsLarge ? Math.floor(maxSize / 8) : Number.POSITIVE_INFINITY;
    const cache = new LRUCache<string, V>({
      maxSize,
      sizeCalculation: (value, key) => Math.min(largest, bytesOf(value) + key.length + ENTRY_BYTES),
      ...(ttl === undefined ? {} : { ttl, ttlResolution: 0 }),
      ...(now === undefined ? {} : { perf: { now } }),
    });
    this.#caches.set(name, cache);
    return cache;
  }

  /** How full each cache is, bytes. */
  sizes(): { name: CacheName; bytes: number; max: number }[] {
    return [...this.#caches].map(([name, { calculatedSize, maxSize }]) => ({
      name,
      bytes: calculatedSize,
      max: maxSize,
    }));
  }
}
