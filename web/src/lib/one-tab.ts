/**
 * Runs `work` in one tab at a time. Without locks in the browser, or when `timeout` aborts the wait for one, it runs
 * without a lock: keeping a session matters more than the order of tabs.
 * @throws what `work` throws
 */
export async function inOneTab<T>(name: string, work: () => Promise<T>, timeout?: AbortSignal): Promise<T> {
  let begun = false;
  const once = () => {
    begun = true;
    return work();
  };
  try {
    return await navigator.locks.request(name, timeout === undefined ? {} : { signal: timeout }, once);
  } catch (error) {
    if (begun) throw error;
    return work();
  }
}
