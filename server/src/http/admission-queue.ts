import type { ServerResponse } from 'node:http';
import { InProgress } from '../values/in-progress.ts';

/** So long a call holds its place, ms: one that takes longer waits for something else than this server's processor. */
const HELD_MS = 250;
/** How often places are looked for that were held too long, while calls wait, ms. */
const LOOK_MS = 50;

interface Entry {
  /** When it came or, once begun, when it began. */
  at: number;
  begin: (waitedMs: number) => void;
}

/**
 * Lets a limited number of calls work at once; the others wait in the order in which they came. Hundreds at once would
 * get less done than some tens: what each of them keeps in memory until it is answered is moved by each collection of
 * garbage.
 */
export class AdmissionQueue {
  readonly #places: number;
  readonly #now: () => number;
  /** Calls that hold a place. */
  readonly #begun = new InProgress<Entry>();
  readonly #waiting = new InProgress<Entry>();
  #look: NodeJS.Timeout | null = null;

  constructor({ places, now }: { places: number; now: () => number }) {
    this.#places = places;
    this.#now = now;
  }

  /**
   * Begins a call as soon as there is a place for it, or never when its client has gone before.
   *
   * @param begin called with the time that the call has waited, ms; begins the call, or refuses it
   */
  enter(response: Pick<ServerResponse, 'once'>, begin: (waitedMs: number) => void): void {
    const entry = { at: this.#now(), begin };
    response.once('close', () => {
      this.#waiting.delete(entry);
      if (this.#begun.delete(entry)) this.#beginNext();
    });
    this.#waiting.add(entry);
    this.#beginNext();
  }

  #beginNext(): void {
    const now = this.#now();
    for (let entry = this.#waiting.oldest; entry !== undefined; entry = this.#waiting.oldest) {
      if (!this.#hasPlace(now)) {
        this.#lookAgain();
        return;
      }
      const waited = now - entry.at;
      entry.at = now;
      this.#waiting.delete(entry);
      this.#begun.add(entry);
      entry.begin(waited);
    }
  }

  #hasPlace(now: number): boolean {
    if (this.#begun.size < this.#places) return true;
    const { oldest } = this.#begun;
    if (oldest === undefined || now - oldest.at < HELD_MS) return false;
    this.#begun.delete(oldest);
    return true;
  }

  #lookAgain(): void {
    this.#look ??= setTimeout(() => {
      this.#look = null;
      this.#beginNext();
    }, LOOK_MS).unref();
  }
}
