/** What visitors of a preview or of a draft did: attempts at knowledge checks, labs. It is no learner's progress. */
export interface Notes<T> {
  get(noteId: string): Promise<T | null>;
  /** Those of one visitor, the newest first. */
  of(visitor: string): Promise<T[]>;
  /** Writes a note; of more than `max`, the oldest ones are forgotten. */
  set(noteId: string, visitor: string, value: T): Promise<void>;
}

/** Notes that end with this process. @param max how many are kept */
export function notesInMemory<T>(max: number): Notes<T> {
  const kept = new Map<string, { visitor: string; value: T }>();
  return {
    get: async (noteId) => kept.get(noteId)?.value ?? null,
    of: async (visitor) => [...kept.values()].flatMap((one) => (one.visitor === visitor ? [one.value] : [])).reverse(),
    async set(noteId, visitor, value) {
      kept.set(noteId, { visitor, value });
      for (const oldest of [...kept.keys()].slice(0, -max)) kept.delete(oldest);
    },
  };
}
