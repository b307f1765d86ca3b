const cleanups: (() => unknown)[] = [];

/**
 * Runs a cleanup after the last test of this file, the last one first. For helpers that are called anywhere: Vitest takes
 * no notice of `afterAll` in tests and hooks, and what they left open would stay open until the end of the run.
 */
export function afterFile(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

/** Runs all cleanups, also when some fail. @throws AggregateError of the failures */
export async function cleanUp(): Promise<void> {
  const failures: unknown[] = [];
  for (const cleanup of cleanups.splice(0).reverse()) {
    try {
      await cleanup();
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'cleaning up after the tests failed');
}
