const listeners = new Set<() => void>();

/**
 * Reports that a call was refused for missing rights (403 `not-allowed`).
 * @returns true when a screen handles it, so that no error is shown
 */
export function noteRefusal(): boolean {
  for (const listener of [...listeners]) listener();
  return listeners.size > 0;
}

/** Subscribes to refused calls. @returns unsubscribes */
export function onRefusal(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
