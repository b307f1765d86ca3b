const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The end of tomorrow, when clocks are put back in between. */
const FURTHEST_MS = 49 * HOUR_MS;
/** Shortest day, when clocks are put forward, with an hour of tolerance. */
const SHORTEST_DAY_MS = 22 * HOUR_MS;
const LONGEST_DAY_MS = 26 * HOUR_MS;

/** Days until a question is due again, by step: a right answer goes to the next step, a wrong one back to the first. */
export const REVIEW_DAYS = [1, 3, 7, 16, 35] as const;

/** Most questions in one day. */
export const REVIEW_PORTION = 10;

/** Minutes for one question, with reading the explanation. */
const QUESTION_MINUTES = 0.5;

/** State of a question in a learner's review. */
export interface ReviewPlace {
  /** Index in `REVIEW_DAYS`. */
  step: number;
  /** ms since 1970; null: it was right on the last step and is done. */
  dueAt: number | null;
}

/** The state of a question that is added: due on the next day. @param at ms since 1970 */
export function enterReview(at: number): { step: number; dueAt: number } {
  return { step: 0, dueAt: at + REVIEW_DAYS[0] * DAY_MS };
}

/**
 * The state of a question after an answer.
 *
 * @param dayEndsAt when the learner's day ends, ms since 1970
 */
export function afterReview(step: number, isRight: boolean, dayEndsAt: number): ReviewPlace {
  const next = isRight ? step + 1 : 0;
  const days = REVIEW_DAYS[next];
  // At noon of its day, so that a change of clocks does not move it to another day.
  return { step: next, dueAt: days === undefined ? null : dayEndsAt + (days - 0.5) * DAY_MS };
}

/** Whether a question is due on the day that ends then: by whole days, not hours. */
export const isDue = ({ dueAt }: Pick<ReviewPlace, 'dueAt'>, dayEndsAt: number): boolean =>
  dueAt !== null && dueAt < dayEndsAt;

/**
 * The learner's day: its start and end. Only the browser knows the time zone; its clock is accepted when it is wrong by
 * a day at most.
 *
 * @param claimed end of the day by the browser
 * @param now of the server
 * @param claimedStart start of the day by the browser; left out: 24 hours before its end. All in ms since 1970
 */
export function reviewDay(
  claimed: number,
  now: number,
  claimedStart = claimed - DAY_MS,
): { startsAt: number; endsAt: number } {
  const endsAt = Math.min(Math.max(claimed, now), now + FURTHEST_MS);
  const length = claimed - claimedStart;
  const isDay = length >= SHORTEST_DAY_MS && length <= LONGEST_DAY_MS;
  return { startsAt: endsAt - (isDay ? length : DAY_MS), endsAt };
}

/** Number of due questions that are left for today, after some were answered. */
export const portionLeft = (due: number, answeredToday: number): number =>
  Math.min(due, Math.max(0, REVIEW_PORTION - answeredToday));

/** Time for that many questions, in whole minutes. */
export const reviewMinutes = (questions: number): number => Math.ceil(questions * QUESTION_MINUTES);
