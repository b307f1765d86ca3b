/** Something that keeps unsent actions of the learner. */
export interface PendingSource {
  count(): number;
  send(): Promise<unknown>;
  /** Takes away what was not sent. */
  drop(): void;
}

const sources = new Set<PendingSource>();

/** Log-out asks every source. @returns takes it away */
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

/** For somebody whom the academy does not know any more. */
export function dropPendingActions(): void {
  for (const source of sources) source.drop();
}
