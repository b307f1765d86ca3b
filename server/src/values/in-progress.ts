/**
 * What is in progress, in the order in which it came: a set for objects that come and go with each request. A `Set` or a
 * `Map` of such objects keeps all that were ever in it until the next full collection of garbage. V8 makes a new table
 * whenever one is full and lets the old one point to it; once a table is old, so are all that follow, with what they held.
 */
export class InProgress<One extends object> implements Iterable<One> {
  readonly #all: One[] = [];

  get size(): number {
    return this.#all.length;
  }

  get oldest(): One | undefined {
    return this.#all[0];
  }

  add(one: One): void {
    this.#all.push(one);
  }

  /** @returns whether it was there. Fast for the oldest and the newest ones: what takes long is rare. */
  delete(one: One): boolean {
    const at = this.#all[0] === one ? 0 : this.#all.lastIndexOf(one);
    if (at === -1) return false;
    this.#all.splice(at, 1);
    return true;
  }

  [Symbol.iterator](): IterableIterator<One> {
    return this.#all[Symbol.iterator]();
  }
}
