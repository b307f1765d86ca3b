import { isIPv6 } from 'node:net';

interface Window {
  count: number;
  endsAt: number;
}

/**
 * Counts attempts per key in fixed windows, in memory and bounded: when it is full the oldest keys are forgotten. Counts
 * are per server; limits that hold across servers, and that keep strangers from locking somebody out, come with a later
 * version.
 */
export class Attempts {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #capacity: number;
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();

  /** @param options.windowMs length of a window, ms */
  constructor(options: { limit: number; windowMs: number; capacity?: number; now?: () => number }) {
    this.#limit = options.limit;
    this.#windowMs = options.windowMs;
    this.#capacity = options.capacity ?? 20_000;
    this.#now = options.now ?? Date.now;
  }

  /**
   * Takes one attempt. It counts from this moment, not from its outcome, so that many at once do not slip through.
   * @returns 0 when it may go on, else how long to wait, ms
   */
  begin(key: string): number {
    const now = this.#now();
    let window = this.#windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      this.#windows.delete(key);
      this.#makeRoom();
      window = { count: 0, endsAt: now + this.#windowMs };
      this.#windows.set(key, window);
    }
    if (window.count >= this.#limit) return window.endsAt - now;
    window.count += 1;
    return 0;
  }

  /** Gives one attempt back: it was no guess. */
  refund(key: string): void {
    const window = this.#windows.get(key);
    if (window !== undefined && window.count > 0) window.count -= 1;
  }

  /** Forgets the key, after a success. */
  clear(key: string): void {
    this.#windows.delete(key);
  }

  #makeRoom(): void {
    while (this.#windows.size >= this.#capacity) {
      const oldest = this.#windows.keys().next().value;
      if (oldest === undefined) return;
      this.#windows.delete(oldest);
    }
  }
}

/** One visitor's address as limits see it: IPv6 visitors own a whole /64. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = ip.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}
