import type { Attempt } from '@academy/contract/knowledge-checks';

/** What is chosen: option keys by question key. */
export type Answers = Readonly<Record<string, readonly string[]>>;

/** What the server has, with what was chosen since and is not sent yet. */
export function answersOf(
  { questions }: Pick<Attempt, 'questions'>,
  unsent: readonly { questionKey: string; selected: readonly string[] }[],
): Answers {
  const saved = questions.map(({ questionKey, options }) => [
    questionKey,
    options.filter(({ isChecked }) => isChecked).map(({ optionKey }) => optionKey),
  ]);
  return { ...Object.fromEntries(saved), ...Object.fromEntries(unsent.map((one) => [one.questionKey, one.selected])) };
}

/** Choosing one option: a single choice replaces the one before, of several it is added or taken out. */
export function chosenAfter(
  chosen: readonly string[],
  { type, optionKey, isChecked }: { type: 'single-check' | 'multi-check'; optionKey: string; isChecked: boolean },
): string[] {
  if (type === 'single-check') return [optionKey];
  return isChecked
    ? [...chosen.filter((key) => key !== optionKey), optionKey]
    : chosen.filter((key) => key !== optionKey);
}

/** Places, from 0, of the questions without an answer. */
export function unansweredIn({ questions }: Pick<Attempt, 'questions'>, answers: Answers): number[] {
  return questions.flatMap(({ questionKey }, index) => ((answers[questionKey] ?? []).length === 0 ? [index] : []));
}
