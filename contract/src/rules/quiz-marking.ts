/** What marking needs of a question. */
export interface MarkableQuestion {
  questionKey: string;
  options: readonly { optionKey: string; isCorrect: boolean }[];
}

/** What was chosen: option keys by question key. A question that is missing was not answered. */
export type Selections = Readonly<Record<string, readonly string[]>>;

export interface Marks {
  /** Questions answered right. */
  score: number;
  total: number;
  passed: boolean;
  /** Keys of the questions that were answered right. */
  right: ReadonlySet<string>;
}

/** Grades are compared in millionths of a percent: authors write far fewer digits, and whole numbers do not err. */
const GRADE_PARTS = 1_000_000;

/**
 * Marks an attempt: a question is right when exactly the right options are chosen, and one without an answer is wrong.
 *
 * @param passingGrade percent needed, 0 to 100, compared with the percentage as it is, before any rounding; null: the check
 *   names none, and one right answer is enough
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

/** What is compared of two attempts. */
export interface Scored {
  score: number | null;
  total: number;
}

/** The better of two attempts is the one with the larger share of right answers; of equals the first. */
export function bestAttempt<A extends Scored>(attempts: readonly A[]): A | null {
  let best: A | null = null;
  for (const attempt of attempts) {
    if (attempt.score === null) continue;
    if (best === null || attempt.score * best.total > (best.score ?? 0) * attempt.total) best = attempt;
  }
  return best;
}
