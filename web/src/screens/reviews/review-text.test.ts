import { expect, test } from 'vitest';
import { dayText, nextReviewText } from './review-text.ts';

/** A Sunday evening. */
const NOW = new Date(2026, 10, 22, 21, 30);
const at = (day: number, hour = 12) => new Date(2026, 10, 22 + day, hour).toISOString();

test.each([
  [at(0, 23), 'today'],
  [at(-3), 'today'],
  [at(1, 0), 'tomorrow'],
  [at(1, 23), 'tomorrow'],
  [at(4), 'on Thursday'],
  [at(7), 'on November 29'],
  [at(35), 'on December 27'],
])('%s is said as %s', (moment, words) => {
  expect(dayText(moment, NOW)).toBe(words);
});

test('a question comes back, unless it is known or was taken out', () => {
  const said = (nextAt: string | null, isOut = false) => nextReviewText({ answer: { nextAt }, isOut }, NOW);
  expect(said(at(3))).toBe('The question comes back on Wednesday.');
  expect(said(null)).toBe('You know this now. The question is not asked again.');
  expect(said(at(3), true)).toBe('This question is not asked again.');
});
