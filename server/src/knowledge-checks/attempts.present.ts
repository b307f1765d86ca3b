import type { BuiltQuestion } from '@academy/content/built-item';
import type { Attempt, AttemptLine, AttemptResult, QuestionResult } from '@academy/contract/knowledge-checks';
import { attemptRules, endOf, nextAttemptAt, showsAnswers } from '@academy/contract/rules/attempt-rules';
import { markAttempt, type Selections } from '@academy/contract/rules/quiz-marking';
import type { AttemptFacts, AttemptRow } from './attempts.store.ts';
import { presentQuestion } from './questions.present.ts';

/** An attempt as its owner sees it: no answers before it is submitted. */
export function presentAttempt(row: AttemptRow, now: number = Date.now()): Attempt {
  const { asked, selected } = row;
  const end = endOfAttempt(row);
  const result = resultOf(row);
  return {
    attemptId: row.attemptId,
    lessonId: row.lessonId,
    introContent: asked.intro,
    closingContent: result === null ? '' : asked.closing,
    totalQuestions: row.total,
    passingMarks: asked.passingGrade,
    ...retakeOf(row),
    startedAt: row.createdAt.toISOString(),
    endsAt: end === null ? null : new Date(end).toISOString(),
    secondsLeft: end === null || row.submittedAt !== null ? null : Math.max(0, Math.round((end - now) / 1000)),
    submittedAt: row.submittedAt?.toISOString() ?? null,
    questions: asked.questions.map((question) => {
      const chosen = chosenIn(selected, question);
      const { options, ...shown } = presentQuestion(question);
      return { ...shown, options: options.map((one) => ({ ...one, isChecked: chosen.has(one.optionKey) })) };
    }),
    result,
  };
}

/** The result of a submitted attempt; null for an open one. */
export function resultOf({ asked, selected, submittedAt, total, score, passed }: AttemptRow): AttemptResult | null {
  if (submittedAt === null) return null;
  const { right } = markAttempt(asked.questions, selected, asked.passingGrade);
  const verdict = passed ? asked.passMessage : asked.failMessage;
  const rules = attemptRules(asked);
  const shows = showsAnswers(rules, passed ?? false);
  return {
    score: score ?? 0,
    total,
    passed: passed ?? false,
    answers: shows || rules.showAnswers === 'at-once' ? 'shown' : rules.showAnswers,
    // Without a passing grade there is no praise, only the hint to try again.
    message: asked.passingGrade === null && passed ? '' : verdict,
    questions: asked.questions.map((question) =>
      shows ? presentMarked(question, selected, right) : presentUnrevealed(question, right),
    ),
  };
}

export function presentLine(row: AttemptFacts): AttemptLine {
  return {
    attemptId: row.attemptId,
    startedAt: row.createdAt.toISOString(),
    submittedAt: row.submittedAt?.toISOString() ?? null,
    score: row.score,
    total: row.total,
    passed: row.passed ?? false,
    ...retakeOf(row),
  };
}

type Ended = Pick<AttemptRow, 'submittedAt' | 'passed' | 'retryGrantedAt'> & Pick<AttemptFacts, 'asked'>;

/**
 * When another attempt may begin after this one, by the rules that it was begun with: ms since 1970, 0 for at once; null
 * when none is left.
 */
export function retakeTime({ asked, submittedAt, passed, retryGrantedAt }: Ended): number | null {
  return nextAttemptAt(attemptRules(asked), {
    number: asked.number ?? 1,
    submittedAt: submittedAt?.getTime() ?? 0,
    passed: passed ?? false,
    granted: retryGrantedAt !== null,
  });
}

function retakeOf(row: Ended): Pick<Attempt, 'canRetake' | 'retakeAt'> {
  const at = retakeTime(row);
  const isLater = at !== null && row.submittedAt !== null && at > row.submittedAt.getTime();
  return { canRetake: at !== null, retakeAt: isLater ? new Date(at).toISOString() : null };
}

/** What says when an attempt ends. */
export type TimedRow = Pick<AttemptFacts, 'asked' | 'createdAt' | 'moreTime' | 'submittedAt'>;

/** When an attempt ends by itself, ms since 1970; null: never. */
export const endOfAttempt = ({ asked, createdAt, moreTime }: TimedRow): number | null =>
  endOf(attemptRules(asked), { startedAt: createdAt.getTime(), moreTime });

/** A marked question of a result that does not show the answers: only whether it was right. */
const presentUnrevealed = ({ questionKey }: BuiltQuestion, right: ReadonlySet<string>): QuestionResult => ({
  questionKey,
  isCorrect: right.has(questionKey),
  correct: [],
  comments: [],
  explanation: null,
});

/** The marking of one question: only for learners who have answered it. */
export function presentMarked(
  question: BuiltQuestion,
  selected: Selections,
  right: ReadonlySet<string>,
): QuestionResult {
  const { questionKey, options, explanation } = question;
  const chosen = chosenIn(selected, question);
  return {
    questionKey,
    isCorrect: right.has(questionKey),
    correct: options.filter(({ isCorrect }) => isCorrect).map(({ optionKey }) => optionKey),
    comments: options.flatMap(({ optionKey, comment, isCorrect }) =>
      comment !== null && (isCorrect || chosen.has(optionKey)) ? [{ optionKey, html: comment }] : [],
    ),
    explanation,
  };
}

function chosenIn(selected: Selections, { questionKey }: BuiltQuestion): ReadonlySet<string> {
  return new Set(Object.hasOwn(selected, questionKey) ? selected[questionKey] : []);
}
