interface DrawableQuestion {
  shuffleAnswers: boolean;
  options: readonly unknown[];
}

interface DrawableCheck<Question extends DrawableQuestion> {
  /** Number of questions in an attempt. */
  asked: number;
  shuffleQuestions: boolean;
  questions: readonly Question[];
}

/**
 * The questions of one attempt. With shuffling they are a random choice in a random order; otherwise the first ones in
 * the author's order. Options are shuffled where their question says so.
 *
 * @param below returns a random whole number from 0 up to its argument, excluded
 */
export function drawQuestions<Question extends DrawableQuestion>(
  { asked, shuffleQuestions, questions }: DrawableCheck<Question>,
  below: (limit: number) => number,
): Question[] {
  const ordered = shuffleQuestions ? shuffled(questions, below) : questions;
  return ordered
    .slice(0, asked)
    .map((question) =>
      question.shuffleAnswers ? { ...question, options: shuffled(question.options, below) } : question,
    );
}

function shuffled<T>(values: readonly T[], below: (limit: number) => number): T[] {
  const left = [...values];
  const drawn: T[] = [];
  while (left.length > 0) drawn.push(...left.splice(below(left.length), 1));
  return drawn;
}
