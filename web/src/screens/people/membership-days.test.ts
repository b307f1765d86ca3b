import { expect, test } from 'vitest';
import { dayOf, endMomentOf, startMomentOf, yearLater } from './membership-days.ts';

test('a day holds its first and its last moment', () => {
  for (const day of ['2030-01-31', '2030-12-01']) {
    expect(dayOf(new Date(startMomentOf(day)))).toBe(day);
    expect(dayOf(new Date(endMomentOf(day)))).toBe(day);
    expect(startMomentOf(day) < endMomentOf(day)).toBe(true);
  }
});

test('a year later is the same day, except for 29 February', () => {
  expect(yearLater('2030-05-06')).toBe('2031-05-06');
  expect(yearLater('2028-02-29')).toBe('2029-02-28');
});
