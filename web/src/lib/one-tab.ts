/**
 * Does something in one tab at a time. Where locks are missing or blocked, or `patience` ends the wait for one, it is done
 * without: a session is worth more than the order of tabs.
 * @throws what `work` throws
 */
export async function inOneTab<T>(name: string, work: () => Promise<T>, patience?: AbortSignal): Promise<T> {
  let begun = false;
  const once = () => {
    begun = true;
    return work();
  };
  try {
    return await navigator.locks.request(name, patience === undefined ? {} : { signal: patience }, once);
  } catch (error) {
    if (begun) throw error;
    return work();
  }
}
