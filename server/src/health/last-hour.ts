const MINUTE_MS = 60_000;
const MINUTES = 60;

/** Counts events of the last hour, minute by minute, in memory of a fixed size. */
export class LastHour<Name extends string> {
  readonly #minutes: { minute: number; counts: Map<Name, number> }[] = [];
  readonly #clock: () => number;

  /** @param clock ms; never goes back */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  add(name: Name): void {
    const minute = this.#minute();
    let last = this.#minutes.at(-1);
    if (last?.minute !== minute) {
      last = { minute, counts: new Map() };
      this.#minutes.push(last);
      if (this.#minutes.length > MINUTES) this.#minutes.shift();
    }
    last.counts.set(name, (last.counts.get(name) ?? 0) + 1);
  }

  of(name: Name): number {
    const oldest = this.#minute() - MINUTES;
    return this.#minutes.reduce(
      (sum, { minute, counts }) => (minute > oldest ? sum + (counts.get(name) ?? 0) : sum),
      0,
    );
  }

  #minute(): number {
    return Math.floor(this.#clock() / MINUTE_MS);
  }
}
