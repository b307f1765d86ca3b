import type { BuiltQuestion } from '@academy/content/built-item';
import type { Attempt, AttemptLine, AttemptResult, QuestionResult } from '@academy/contract/knowledge-checks';
import { markAttempt, type Selections } from '@academy/contract/rules/quiz-marking';
import type { AskedCheck, AttemptFacts, AttemptRow } from './attempts.store.ts';
import { presentQuestion } from './questions.present.ts';

/** An attempt as its owner sees it: no answers before it is submitted. */
export function presentAttempt(row: AttemptRow): Attempt {
  const { asked, selected } = row;
  const result = resultOf(row);
  return {
    attemptId: row.attemptId,
    lessonId: row.lessonId,
    introContent: asked.intro,
    closingContent: result === null ? '' : asked.closing,
    totalQuestions: row.total,
    passingMarks: asked.passingGrade,
    canRetake: mayRetake(asked, row),
    startedAt: row.createdAt.toISOString(),
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
  return {
    score: score ?? 0,
    total,
    passed: passed ?? false,
    // Without a passing grade there is no praise, only the hint to try again.
    message: asked.passingGrade === null && passed ? '' : verdict,
    questions: asked.questions.map((question) => presentMarked(question, selected, right)),
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
    canRetake: mayRetake(row, row),
  };
}

/** Whether another attempt may follow: the check allowed it when this one began, or an administrator granted it. */
export function mayRetake({ enableRetry }: Pick<AskedCheck, 'enableRetry'>, row: Pick<AttemptRow, 'retryGrantedAt'>) {
  return enableRetry || row.retryGrantedAt !== null;
}

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
