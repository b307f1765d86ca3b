import { expect, test } from 'vitest';
import { mondayOf, partsOf } from './parts-of-period.ts';

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const period = (from: string, until: string) => ({ from: day(from), until: day(until) });
/** A Wednesday; the Monday before is the 25th. */
const NOW = new Date('2030-11-27T12:00:00Z');

test.each([
  ['2030-11-25', '2030-11-25'],
  ['2030-11-27', '2030-11-25'],
  ['2030-12-01', '2030-11-25'],
  ['2030-12-02', '2030-12-02'],
])('the week of %s begins on %s', (at, monday) => {
  expect(mondayOf(new Date(`${at}T23:59:59Z`))).toEqual(day(monday));
});

test('weeks that reach to today are whole, with the one that is not over', () => {
  expect(partsOf(period('2030-11-11', '2030-11-28'), NOW)).toEqual({
    ...{ weeks: period('2030-11-11', '2030-11-28'), cut: [], reachesToday: true },
  });
});

test('days before the first and after the last Monday are cut off', () => {
  expect(partsOf(period('2030-11-06', '2030-11-23'), NOW)).toEqual({
    weeks: period('2030-11-11', '2030-11-18'),
    cut: [period('2030-11-06', '2030-11-11'), period('2030-11-18', '2030-11-23')],
    reachesToday: false,
  });
  expect(partsOf(period('2030-11-06', '2030-11-28'), NOW)).toMatchObject({
    ...{ weeks: period('2030-11-11', '2030-11-28'), cut: [period('2030-11-06', '2030-11-11')], reachesToday: true },
  });
});

test('a period without a whole week is one part', () => {
  expect(partsOf(period('2030-11-12', '2030-11-20'), NOW)).toMatchObject({
    ...{ weeks: null, cut: [period('2030-11-12', '2030-11-20')] },
  });
  expect(partsOf(period('2030-11-26', '2030-11-28'), NOW)).toEqual({
    ...{ weeks: null, cut: [period('2030-11-26', '2030-11-28')], reachesToday: true },
  });
});
