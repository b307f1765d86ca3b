import { afterReview, isDue, reviewDay } from '@academy/contract/rules/review-schedule';
import { afterAll, describe, expect, test } from 'vitest';
import { ownDay } from './review-day.ts';

const HOUR = 3_600_000;
const before = process.env.TZ;
afterAll(() => {
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

const dayAt = (now: number) => {
  const { dayStartsAt, dayEndsAt } = ownDay(new Date(now));
  return reviewDay(Date.parse(dayEndsAt), now, Date.parse(dayStartsAt));
};

/** A zone, an instant in it, and how many hours that day has there. */
describe.each([
  ['Pacific/Pago_Pago', '2030-01-31T23:30-11:00', 24],
  ['Asia/Kolkata', '2030-01-31T00:30+05:30', 24],
  ['Pacific/Kiritimati', '2030-01-31T23:30+14:00', 24],
  ['America/New_York', '2026-03-08T12:00-04:00', 23],
  ['America/New_York', '2026-11-01T12:00-05:00', 25],
  ['Africa/Cairo', '2026-04-24T12:00+03:00', 23],
  ['Australia/Lord_Howe', '2026-04-05T12:00+10:30', 24.5],
])('a learner in %s on %s', (zone, moment, hours) => {
  const now = Date.parse(moment);

  test('has a day from midnight to midnight of the own clock', () => {
    process.env.TZ = zone;
    const { startsAt, endsAt } = dayAt(now);
    expect((endsAt - startsAt) / HOUR).toBe(hours);
    for (const at of [startsAt, now, endsAt - 1]) expect(dayAt(at)).toEqual({ startsAt, endsAt });
    expect(dayAt(startsAt - 1).endsAt).toBe(startsAt);
    expect(dayAt(endsAt).startsAt).toBe(endsAt);
  });

  test('is asked again on the day after the answer, at whatever hour', () => {
    process.env.TZ = zone;
    const { startsAt, endsAt } = dayAt(now);
    for (const at of [startsAt, now, endsAt - 1]) {
      const place = afterReview(2, false, dayAt(at).endsAt);
      expect([isDue(place, endsAt), isDue(place, dayAt(endsAt).endsAt)]).toEqual([false, true]);
    }
  });
});
