import { createStore, useStore } from './store.ts';

const running = createStore(0);

/** Counts a call in the global loading flag. @returns ends it; calling that twice ends it once */
export function beginLoading(): () => void {
  let open = true;
  running.set((count) => count + 1);
  return () => {
    if (!open) return;
    open = false;
    running.set((count) => count - 1);
  };
}

/** The global loading flag: true while a counted call runs. The overlay waits 400 ms before it shows. */
export const useIsLoading = (): boolean => useStore(running) > 0;
/** @internal for tests */
export const isLoading = (): boolean => running.get() > 0;
