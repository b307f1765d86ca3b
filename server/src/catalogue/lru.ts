/** A bounded memory: the entry that was used longest ago goes first. Not shared between servers, so never the truth. */
export class Lru<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #most: number;
  readonly #weightOf: (value: Value) => number;
  #weight = 0;

  /**
   * @param most what all entries together may weigh; a heavier one is not kept
   * @param weightOf the same for a value at any time; left out, `most` is the number of entries
   */
  constructor(most: number, weightOf: (value: Value) => number = () => 1) {
    this.#most = most;
    this.#weightOf = weightOf;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.delete(key);
    const weight = this.#weightOf(value);
    // It would push everything out, and itself in the end.
    if (weight > this.#most) return;
    this.#entries.set(key, value);
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#most) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.#weightOf(value);
  }

  /** Everything that is kept, what was used last first. */
  newestFirst(): Value[] {
    return [...this.#entries.values()].reverse();
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }
}
