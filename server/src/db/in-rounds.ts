interface Rounds {
  /** Rounds under way at most; what comes meanwhile waits for the next one. */
  atOnce: number;
  /** Questions of one round at most. */
  most: number;
}

interface Waiting<Question, Answer> {
  question: Question;
  answer(answer: Answer): void;
  refuse(error: unknown): void;
}

/**
 * Lets questions that come at the same time go to the database as one, so that a hundred learners who complete a lesson
 * in one moment cost one statement and one write to the disk. A question that is alone waits for nobody.
 *
 * A round that fails is asked again one by one: nobody suffers from the question of another.
 *
 * @param run asks several at once; an answer for each, in their order
 */
export function inRounds<Question, Answer>(
  run: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { atOnce, most }: Rounds = { atOnce: 2, most: 100 },
): (question: Question) => Promise<Answer> {
  const waiting: Waiting<Question, Answer>[] = [];
  let underWay = 0;

  async function ask(round: readonly Waiting<Question, Answer>[]): Promise<void> {
    try {
      const answers = await run(round.map(({ question }) => question));
      for (const [at, { answer }] of round.entries()) answer(answers[at] as Answer);
    } catch (error) {
      if (round.length > 1) for (const one of round) await ask([one]);
      else for (const { refuse } of round) refuse(error);
    }
  }

  function next(): void {
    if (underWay >= atOnce || waiting.length === 0) return;
    underWay += 1;
    void ask(waiting.splice(0, most)).then(() => {
      underWay -= 1;
      next();
    });
  }

  return (question) =>
    new Promise((answer, refuse) => {
      waiting.push({ question, answer, refuse });
      next();
    });
}
