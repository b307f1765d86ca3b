const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The end of tomorrow, on the day on which clocks go back. */
const FURTHEST_MS = 49 * HOUR_MS;
/** Days on which clocks are put forward or back. */
const SHORTEST_DAY_MS = 22 * HOUR_MS;
const LONGEST_DAY_MS = 26 * HOUR_MS;

/** Days until a question is asked again, step by step: right goes one step on, wrong back to the first. */
export const REVIEW_DAYS = [1, 3, 7, 16, 35] as const;

/** Most questions of one day. */
export const REVIEW_PORTION = 10;

/** How long one question takes, reading why included, minutes. */
const QUESTION_MINUTES = 0.5;

/** Where a question stands in a learner's review. */
export interface ReviewPlace {
  /** Place in `REVIEW_DAYS`. */
  step: number;
  /** ms since 1970; null: it was right on the last step and is not asked any more. */
  dueAt: number | null;
}

/** What enters a review is asked on the next day. @param at ms since 1970 */
export function enterReview(at: number): { step: number; dueAt: number } {
  return { step: 0, dueAt: at + REVIEW_DAYS[0] * DAY_MS };
}

/**
 * Where a question stands after it was answered.
 *
 * @param dayEndsAt when the learner's day ends, ms since 1970
 */
export function afterReview(step: number, isRight: boolean, dayEndsAt: number): ReviewPlace {
  const next = isRight ? step + 1 : 0;
  const days = REVIEW_DAYS[next];
  // At noon of its day: clocks that are put forward or back do not move it to another one.
  return { step: next, dueAt: days === undefined ? null : dayEndsAt + (days - 0.5) * DAY_MS };
}

/** Whether a question is asked on the day that ends then: whole days count, not hours. */
export const isDue = ({ dueAt }: Pick<ReviewPlace, 'dueAt'>, dayEndsAt: number): boolean =>
  dueAt !== null && dueAt < dayEndsAt;

/**
 * The learner's day: when it began, and when it ends. Only the browser knows where midnight is; its clock is believed when
 * it is wrong by a day at most.
 *
 * @param claimed end of the day as the browser has it
 * @param now of the server
 * @param claimedStart of the day as the browser has it; left out: 24 hours before its end. All in ms since 1970
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

/** How many of the due questions are asked today, after some were answered. */
export const portionLeft = (due: number, answeredToday: number): number =>
  Math.min(due, Math.max(0, REVIEW_PORTION - answeredToday));

/** How long that many questions take, in whole minutes. */
export const reviewMinutes = (questions: number): number => Math.ceil(questions * QUESTION_MINUTES);
