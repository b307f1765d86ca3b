const listeners = new Set<() => void>();

/**
 * A call was refused because its maker may not do that (403 `not-allowed`).
 * @returns true when a screen deals with it, so that nothing else needs to be said
 */
export function noteRefusal(): boolean {
  for (const listener of [...listeners]) listener();
  return listeners.size > 0;
}

/** Hears of refused calls. @returns stops it */
export function onRefusal(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
