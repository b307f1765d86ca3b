import { describe, expect, test } from 'vitest';
import { momentText, utcDayText, zoneText } from './moments.ts';

/** Zones far from UTC, with the offset of January 2030. */
const ZONES = [
  ['Pacific/Pago_Pago', 'Dec 30, 2029, 10:30 PM UTC-11'],
  ['America/New_York', 'Dec 31, 2029, 4:30 AM UTC-5'],
  ['UTC', 'Dec 31, 2029, 9:30 AM UTC'],
  ['Asia/Kolkata', 'Dec 31, 2029, 3:00 PM UTC+5:30'],
  ['Pacific/Kiritimati', 'Dec 31, 2029, 11:30 PM UTC+14'],
] as const;

describe('a moment', () => {
  test.each(ZONES)('in %s names its zone', (timeZone, text) => {
    // Newer versions of the data put a narrow space before AM and PM.
    expect(momentText('2029-12-31T09:30:15.000Z', { timeZone }).replace(/\s/g, ' ')).toBe(text);
  });

  test('has seconds where they are wanted', () => {
    const text = momentText('2029-12-31T09:30:15.000Z', { timeZone: 'UTC', withSeconds: true });
    expect(text.replace(/\s/g, ' ')).toBe('Dec 31, 2029, 9:30:15 AM UTC');
  });

  test('has the offset of its own day, not of today', () => {
    expect(zoneText('2030-01-15T12:00:00Z', 'Europe/Berlin')).toBe('UTC+1');
    expect(zoneText('2030-07-15T12:00:00Z', 'Europe/Berlin')).toBe('UTC+2');
    expect(zoneText('2030-07-15T12:00:00Z', 'UTC')).toBe('UTC');
  });
});

test('a day that is the same for everybody is a day of UTC', () => {
  expect(utcDayText('2030-12-31T23:59:59.999Z')).toBe('Dec 31, 2030');
  expect(utcDayText('2030-12-31T00:00:00.000Z')).toBe('Dec 31, 2030');
});
