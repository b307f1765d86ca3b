import { expect, test } from 'vitest';
import { type Figure, formatTarget, formatValue, isMet } from './figure.ts';
import { median, percentile } from './statistics.ts';

test('the median of an even count is the mean of the middle two', () => {
  expect(median([30, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 30])).toBe(3);
  expect(median([])).toBeNaN();
});

test('a percentile is a value that was measured', () => {
  const values = Array.from({ length: 200 }, (_none, index) => 200 - index);
  expect(percentile(values, 0.99)).toBe(198);
  expect(percentile(values, 0.5)).toBe(100);
  expect(percentile([7], 0.99)).toBe(7);
});

test('a figure that could not be measured misses its target', () => {
  const figure: Figure = { area: 'calls', subject: 'a', name: 'b', value: 0.6, unit: 'x', target: { min: 0.6 } };
  expect(isMet(figure)).toBe(true);
  expect(isMet({ ...figure, value: 0.59 })).toBe(false);
  expect(isMet({ ...figure, value: null })).toBe(false);
  expect(isMet({ ...figure, target: { max: 0.5 } })).toBe(false);
  expect(isMet({ ...figure, target: null })).toBeNull();
});

test('figures are written with their unit and as many digits as help', () => {
  expect(formatValue(84.4444, 'kB')).toBe('84.4 kB');
  expect(formatValue(1234.5, 'ms')).toBe('1235 ms');
  expect(formatValue(0.61, 'x')).toBe('0.61x');
  expect(formatValue(11, '')).toBe('11');
  expect(formatValue(null, 'ms')).toBe('-');
  expect(
    formatTarget({ area: 'pages', subject: 'home', name: 'LCP', value: 1, unit: 'x', target: { max: 1.35 } }),
  ).toBe('<= 1.35x');
});
