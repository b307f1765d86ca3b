/**
 * Runs jobs a few at a time and passes on the results in the order of the jobs. After a failure, or when `stopped`
 * returns true, no further job starts; running ones are finished and passed on first.
 *
 * @throws the first failure
 */
export async function inOrder<Job, Result>(
  jobs: readonly Job[],
  atOnce: number,
  handle: (job: Job) => Promise<Result>,
  done: (result: Result) => void,
  stopped: () => boolean,
): Promise<void> {
  const results = new Map<number, Result>();
  const failures: unknown[] = [];
  let next = 0;
  let handed = 0;
  const handOver = (position: number) => {
    const result = results.get(position);
    if (result === undefined) return false;
    results.delete(position);
    done(result);
    return true;
  };
  async function worker(): Promise<void> {
    while (next < jobs.length && failures.length === 0 && !stopped()) {
      const position = next++;
      try {
        results.set(position, await handle(jobs[position] as Job));
      } catch (error) {
        failures.push(error);
        return;
      }
      while (handOver(handed)) handed += 1;
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, jobs.length) }, worker));
  // Jobs after a failed one may have succeeded.
  for (const position of [...results.keys()].sort((a, b) => a - b)) handOver(position);
  if (failures.length > 0) throw failures[0];
}
