/** Fields of a question that marking needs. */
export interface MarkableQuestion {
  questionKey: string;
  options: readonly { optionKey: string; isCorrect: boolean }[];
}

/** Chosen option keys by question key. A missing question was not answered. */
export type Selections = Readonly<Record<string, readonly string[]>>;

export interface Marks {
  /** Number of right answers. */
  score: number;
  total: number;
  passed: boolean;
  /** Keys of the questions that were answered correctly. */
  right: ReadonlySet<string>;
}

/**
 * Grades are compared in millionths of a percent: authors write far fewer digits, and whole numbers avoid rounding
 * errors.
 */
const GRADE_PARTS = 1_000_000;

/**
 * Marks an attempt: a question is right when exactly the right options are chosen, and wrong without an answer.
 *
 * @param passingGrade percent needed, 0 to 100, compared with the unrounded percentage; null: none is set, and one
 * right answer is enough
 */
export function markAttempt(
  questions: readonly MarkableQuestion[],
  selections: Selections,
  passingGrade: number | null,
): Marks {
  const right = new Set(questions.filter((question) => isRight(question, selections)).map(keyOf));
  const [score, total] = [right.size, questions.length];
  const passed =
    passingGrade === null
      ? score > 0 || total === 0
      : score * 100 * GRADE_PARTS >= Math.round(passingGrade * GRADE_PARTS) * total;
  return { score, total, passed, right };
}

function isRight({ questionKey, options }: MarkableQuestion, selections: Selections): boolean {
  const chosen = new Set(Object.hasOwn(selections, questionKey) ? selections[questionKey] : []);
  return options.every(({ optionKey, isCorrect }) => chosen.has(optionKey) === isCorrect);
}

const keyOf = ({ questionKey }: MarkableQuestion) => questionKey;

/** Fields by which attempts are compared. */
export interface Scored {
  score: number | null;
  total: number;
}

/** The attempt with the highest share of right answers; of equal ones the first. */
export function bestAttempt<A extends Scored>(attempts: readonly A[]): A | null {
  let best: A | null = null;
  for (const attempt of attempts) {
    if (attempt.score === null) continue;
    if (best === null || attempt.score * best.total > (best.score ?? 0) * attempt.total) best = attempt;
  }
  return best;
}
