/** What must be ended again: functions, run in reverse, each even when another one fails. */
export interface Cleanup {
  add(end: () => unknown): void;
  /** @throws the first error, after everything was tried */
  run(): Promise<void>;
}

export function cleanup(): Cleanup {
  const ends: (() => unknown)[] = [];
  return {
    add: (end) => void ends.push(end),
    async run() {
      const errors: unknown[] = [];
      for (const end of ends.splice(0).reverse()) {
        try {
          await end();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}

/** Runs some work and ends what it started, however it goes. */
export async function withCleanup<T>(work: (later: Cleanup) => Promise<T>): Promise<T> {
  const later = cleanup();
  try {
    return await work(later);
  } finally {
    await later.run();
  }
}
