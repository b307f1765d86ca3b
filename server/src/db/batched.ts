interface BatchOptions {
  /** Batches in progress at most; queries that arrive meanwhile wait for the next batch. */
  atOnce: number;
  /** Queries in one batch at most. */
  max: number;
}

interface Waiting<Question, Answer> {
  question: Question;
  answer(answer: Answer): void;
  refuse(error: unknown): void;
}

/**
 * Batches queries that arrive at the same time, so that a hundred learners who complete a lesson in one moment cost one
 * statement and one write to the disk. A single query is sent at once.
 *
 * A batch that fails is retried query by query, so that one bad query fails alone.
 *
 * @param run runs several queries at once; returns one answer for each, in their order
 */
export function batched<Question, Answer>(
  run: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { atOnce, max }: BatchOptions = { atOnce: 2, max: 100 },
): (question: Question) => Promise<Answer> {
  const waiting: Waiting<Question, Answer>[] = [];
  let running = 0;

  async function ask(batch: readonly Waiting<Question, Answer>[]): Promise<void> {
    try {
      const answers = await run(batch.map(({ question }) => question));
      for (const [at, { answer }] of batch.entries()) answer(answers[at] as Answer);
    } catch (error) {
      if (batch.length > 1) for (const one of batch) await ask([one]);
      else for (const { refuse } of batch) refuse(error);
    }
  }

  function next(): void {
    if (running >= atOnce || waiting.length === 0) return;
    running += 1;
    void ask(waiting.splice(0, max)).then(() => {
      running -= 1;
      next();
    });
  }

  return (question) =>
    new Promise((answer, refuse) => {
      waiting.push({ question, answer, refuse });
      next();
    });
}
