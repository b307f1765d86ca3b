import { isAboutOthers, namesByPlace } from './quiz-option-words.ts';

interface DrawableQuestion {
  shuffleAnswers: boolean;
  options: readonly { html: string }[];
}

interface DrawableCheck<Question extends DrawableQuestion> {
  /** Number of questions in an attempt. */
  asked: number;
  shuffleQuestions: boolean;
  questions: readonly Question[];
}

/**
 * The questions of one attempt. With shuffling they are a random choice in a random order; otherwise the first ones in
 * the author's order. Options are shuffled where their question says so, as far as they keep their meaning.
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
      question.shuffleAnswers ? { ...question, options: shuffledOptions(question.options, below) } : question,
    );
}

/**
 * Shuffles options. Those about others as a whole keep their place, and the ones above them stay above; where one names
 * others by their letter, all stay.
 */
function shuffledOptions<Option extends { html: string }>(
  options: readonly Option[],
  below: (limit: number) => number,
): Option[] {
  if (options.some(({ html }) => namesByPlace(html))) return [...options];
  const drawn: Option[] = [];
  let free: Option[] = [];
  for (const option of options) {
    if (isAboutOthers(option.html)) {
      drawn.push(...shuffled(free, below), option);
      free = [];
    } else free.push(option);
  }
  return [...drawn, ...shuffled(free, below)];
}

function shuffled<T>(values: readonly T[], below: (limit: number) => number): T[] {
  const left = [...values];
  const drawn: T[] = [];
  while (left.length > 0) drawn.push(...left.splice(below(left.length), 1));
  return drawn;
}
