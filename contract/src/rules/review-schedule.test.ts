import { describe, expect, it } from 'vitest';
import {
  afterReview,
  enterReview,
  isDue,
  portionLeft,
  REVIEW_DAYS,
  reviewDay,
  reviewMinutes,
} from './review-schedule.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Midnight in some time zone: the end of a learner's Monday. */
const MONDAY_ENDS = Date.UTC(2026, 10, 23, 23);
const endOf = (day: number) => MONDAY_ENDS + day * DAY;

describe('a question in a review', () => {
  it.each([0, 1, 12, 23])('that was wrong after %i hours of Monday is asked on Tuesday, not before', (hour) => {
    const entered = enterReview(MONDAY_ENDS - DAY + hour * HOUR);
    expect([isDue(entered, endOf(0)), isDue(entered, endOf(1))]).toEqual([false, true]);
  });

  it('comes back after growing intervals while it is right, and leaves after the last', () => {
    const days: number[] = [];
    let place = { step: 0, dueAt: 0 as number | null };
    let today = 0;
    while (place.dueAt !== null) {
      place = afterReview(place.step, true, endOf(today));
      if (place.dueAt === null) break;
      const before = today;
      while (!isDue(place, endOf(today))) today += 1;
      days.push(today - before);
    }
    expect(days).toEqual(REVIEW_DAYS.slice(1));
    expect(place.step).toBe(REVIEW_DAYS.length);
  });

  it.each([0, 1, 2, 3, 4])('that is wrong on step %i is asked again on the next day', (step) => {
    const place = afterReview(step, false, endOf(0));
    expect(place.step).toBe(0);
    expect([isDue(place, endOf(0)), isDue(place, endOf(1))]).toEqual([false, true]);
  });

  it('keeps its day when clocks are put forward or back by an hour', () => {
    const place = afterReview(1, true, endOf(0));
    for (const moved of [-HOUR, HOUR]) {
      expect(isDue(place, endOf(6) + moved)).toBe(false);
      expect(isDue(place, endOf(7) + moved)).toBe(true);
    }
  });

  it('that is overdue is asked at the next visit', () => {
    expect(isDue({ dueAt: endOf(1) }, endOf(40))).toBe(true);
    expect(isDue({ dueAt: null }, endOf(40))).toBe(false);
  });
});

describe("a learner's day", () => {
  const now = Date.UTC(2026, 10, 23, 15);
  it('ends when the browser says', () => {
    expect(reviewDay(now + 5 * HOUR, now)).toEqual({ startsAt: now - 19 * HOUR, endsAt: now + 5 * HOUR });
  });
  it('has 23 or 25 hours when clocks change', () => {
    const endsAt = now + 5 * HOUR;
    const startOf = (hours: number) => reviewDay(endsAt, now, endsAt - hours * HOUR).startsAt;
    expect([23, 25].map(startOf)).toEqual([endsAt - 23 * HOUR, endsAt - 25 * HOUR]);
    expect([0, 400, -3].map(startOf)).toEqual(Array(3).fill(endsAt - DAY));
  });
  it('is today or tomorrow, whatever a clock says', () => {
    expect(reviewDay(now + 29 * HOUR, now).endsAt).toBe(now + 29 * HOUR);
    expect(reviewDay(now + 400 * DAY, now).endsAt).toBe(now + 49 * HOUR);
    expect(reviewDay(0, now).endsAt).toBe(now);
  });
});

describe('the portion of a day', () => {
  it('is ten questions at most, those included that were answered', () => {
    expect([portionLeft(0, 0), portionLeft(4, 0), portionLeft(25, 0)]).toEqual([0, 4, 10]);
    expect([portionLeft(25, 7), portionLeft(25, 10), portionLeft(25, 14)]).toEqual([3, 0, 0]);
  });
  it('takes half a minute a question', () => {
    expect([1, 5, 10].map(reviewMinutes)).toEqual([1, 3, 5]);
  });
});
