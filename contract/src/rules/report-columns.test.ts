import { expect, test } from 'vitest';
import { nextReportAt } from './report-columns.ts';

test('a report is mailed on the next day, Monday or first of a month', () => {
  const next = (rhythm: 'day' | 'week' | 'month', now: string) => nextReportAt(rhythm, Date.parse(now)).toISOString();
  expect(next('day', '2030-12-31T05:00:00Z')).toBe('2031-01-01T06:00:00.000Z');
  // A Monday, a Sunday and a Tuesday.
  expect(next('week', '2030-01-07T05:00:00Z')).toBe('2030-01-14T06:00:00.000Z');
  expect(next('week', '2030-01-13T23:59:59Z')).toBe('2030-01-14T06:00:00.000Z');
  expect(next('week', '2030-01-08T00:00:00Z')).toBe('2030-01-14T06:00:00.000Z');
  expect(next('month', '2030-01-31T12:00:00Z')).toBe('2030-02-01T06:00:00.000Z');
  expect(next('month', '2030-12-01T00:00:00Z')).toBe('2031-01-01T06:00:00.000Z');
});
