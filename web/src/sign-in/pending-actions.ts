/** A store of unsent actions of the learner. */
export interface PendingSource {
  count(): number;
  send(): Promise<unknown>;
  /** Drops what was not sent. */
  drop(): void;
}

const sources = new Set<PendingSource>();

/** Registers a source, which log-out sends or drops. @returns unregisters it */
export function addPendingSource(source: PendingSource): () => void {
  sources.add(source);
  return () => sources.delete(source);
}

export function pendingActions(): number {
  let count = 0;
  for (const source of sources) count += source.count();
  return count;
}

export async function sendPendingActions(): Promise<void> {
  await Promise.allSettled([...sources].map((source) => source.send()));
}

/** For an account that was deleted. */
export function dropPendingActions(): void {
  for (const source of sources) source.drop();
}
