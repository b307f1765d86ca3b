import { expect, test } from 'vitest';
import { countdownText, minutesWarned } from './lab-countdown.ts';

test('the time of a lab is shown in hours, minutes and seconds', () => {
  expect([0, 5.9, 65, 3599, 3600, 3723, -4].map(countdownText)).toEqual([
    '0:00',
    '0:05',
    '1:05',
    '59:59',
    '1:00:00',
    '1:02:03',
    '0:00',
  ]);
});

test('a learner is warned 10, 5 and 1 minute before the end', () => {
  expect([601, 600, 301, 300, 61, 60, 0].map(minutesWarned)).toEqual([null, 10, 10, 5, 5, 1, 1]);
});
