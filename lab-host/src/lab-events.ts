import type { LabHostEvent } from '@academy/labs/lab-hosts/protocol';

/** An event that a server was told is not told again for this long, ms: it stores it meanwhile. */
const STORE_MS = 5_000;
/** Most events of one answer, and most characters of what labs keep in it, if it has more than one. */
const MAX_EVENTS = 20;
const MAX_CHANGES = 20_000_000;

interface Pending {
  event: LabHostEvent;
  /** When it may be told again, by `performance.now`. */
  again: number;
  acknowledge: () => void;
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** What servers have not acknowledged yet: the files of labs, of each the newest only, and ends of labs. */
export class LabEvents {
  readonly #pending = new Map<number, Pending>();
  readonly #waiting = new Set<() => void>();
  #next = 0;

  /** @returns resolves when a server has stored it, or a newer event of the lab has taken its place */
  add(event: WithoutId<LabHostEvent>): Promise<void> {
    for (const [id, { event: before }] of this.#pending)
      if (before.kind === 'files' && before.reference === event.reference) this.acknowledge([id]);
    const id = ++this.#next;
    return new Promise((acknowledge) => {
      this.#pending.set(id, { event: { ...event, id } as LabHostEvent, again: 0, acknowledge });
      for (const look of this.#waiting) look();
    });
  }

  acknowledge(ids: readonly number[]): void {
    for (const id of ids) {
      this.#pending.get(id)?.acknowledge();
      this.#pending.delete(id);
    }
  }

  /** Events to tell now, as soon as there are any. @returns none after `waitMs`, or when the asker has left */
  async next(waitMs: number, left: AbortSignal): Promise<LabHostEvent[]> {
    const end = performance.now() + waitMs;
    for (;;) {
      const now = performance.now();
      const due = atOnce([...this.#pending.values()].filter(({ again }) => again <= now));
      for (const one of due) one.again = now + STORE_MS;
      if (due.length > 0 || now >= end || left.aborted) return due.map(({ event }) => event);
      const soonest = Math.min(end, ...[...this.#pending.values()].map(({ again }) => again));
      await this.#changed(soonest - now, left);
    }
  }

  #changed(ms: number, left: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        left.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      timer.unref();
      this.#waiting.add(done);
      left.addEventListener('abort', done);
    });
  }
}

function atOnce(due: readonly Pending[]): Pending[] {
  let characters = 0;
  return due.slice(0, MAX_EVENTS).filter(({ event }, at) => {
    characters += event.changes?.length ?? 0;
    return at === 0 || characters <= MAX_CHANGES;
  });
}
