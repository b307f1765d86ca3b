/** When learners see which options are right: with every result, once they have passed, or never. */
export const ANSWERS_SHOWN = ['at-once', 'after-passing', 'never'] as const;
export type AnswersShown = (typeof ANSWERS_SHOWN)[number];

/** What the author of a knowledge check says about attempts at it. */
export interface AttemptRules {
  /** How many attempts a learner has; null: any number. */
  attempts: number | null;
  /** Seconds from the beginning to the end; null: as long as they like. */
  timeLimit: number | null;
  /** Seconds from the end of a failed attempt to the next one. */
  pause: number;
  showAnswers: AnswersShown;
}

/** Answers that arrive this long after the end still count, ms: they were given before it. */
export const LATE_ANSWERS_MS = 5_000;

/**
 * The rules of a check, or of an attempt that was begun with it; both may have been stored by an edition that knew
 * `enableRetry` alone.
 */
export function attemptRules(stored: Partial<AttemptRules> & { enableRetry: boolean }): AttemptRules {
  const {
    attempts = stored.enableRetry ? null : 1,
    timeLimit = null,
    pause = 0,
    showAnswers = 'after-passing',
  } = stored;
  return { attempts, timeLimit, pause, showAnswers };
}

/** Only people who are logged in take checks with such rules: a visitor could begin anew at any time. */
export const needsAccount = ({ attempts, timeLimit, pause }: AttemptRules): boolean =>
  attempts !== null || timeLimit !== null || pause > 0;

/** Whether a result shows the right answers. */
export const showsAnswers = ({ showAnswers }: AttemptRules, passed: boolean): boolean =>
  showAnswers === 'at-once' || (showAnswers === 'after-passing' && passed);

/** An attempt as its rules look at it. Times are ms since 1970, by the server's clock. */
export interface TimedAttempt {
  startedAt: number;
  /** Seconds that this attempt has besides the limit. */
  moreTime: number;
}

/** When an attempt ends; null: never by itself. */
export const endOf = ({ timeLimit }: AttemptRules, { startedAt, moreTime }: TimedAttempt): number | null =>
  timeLimit === null ? null : startedAt + (timeLimit + moreTime) * 1000;

/** A submitted attempt, of which the next one depends. */
export interface EndedAttempt {
  /** Counted from 1 for each learner and check. */
  number: number;
  submittedAt: number;
  passed: boolean;
  /** Another attempt was granted after this one. */
  granted: boolean;
}

/**
 * When a learner may begin another attempt after this last one: ms since 1970, 0 for at once; null when none is left. A
 * grant counts at once.
 */
export function nextAttemptAt({ attempts, pause }: AttemptRules, last: EndedAttempt): number | null {
  if (last.granted) return 0;
  if (attempts !== null && last.number >= attempts) return null;
  return last.passed ? 0 : last.submittedAt + pause * 1000;
}
