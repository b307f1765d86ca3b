import type { Figure } from '@academy/bench/figure';
import { expect, test } from 'vitest';
import { type Surroundings, withTables } from './bench-report.ts';

const around: Surroundings = {
  at: '2031-05-03T10:00:00.000Z',
  ...{ cores: 2, node: '24.0.0', chromium: null, load: [0.5, 1.25] },
};
const figure = (area: Figure['area'], subject: string, value: number): Figure => ({
  ...{ area, subject, name: 'ready after', value, unit: 'ms', target: { max: 20 } },
});

test('figures replace the former ones between the markers of their area', () => {
  const page = ['# Page', '<!-- figures of starts -->', 'old', '<!-- end of starts -->', 'Text.', ''].join('\n');
  expect(withTables(page, [figure('starts', 'warm', 25), figure('labs', 'one', 3)], around)).toBe(
    [
      ...['# Page', '<!-- figures of starts -->', ''],
      ...['2031-05-03 10:00 UTC, 2 cores, Node.js 24.0.0, load 0.5 before, 1.3 after.', ''],
      ...['| Starts |  | Measured | Target |  |', '| --- | --- | --- | --- | --- |'],
      ...['| warm | ready after | 25 ms | <= 20 ms | MISSED |', '', '<!-- end of starts -->', 'Text.', ''],
    ].join('\n'),
  );
});

test('pages stand side by side in one table', () => {
  const page = '<!-- figures of pages -->\n<!-- end of pages -->\n';
  const written = withTables(page, [figure('pages', 'Home', 9), figure('pages', 'Lesson', 21)], around);
  expect(written).toContain('| Pages | Home | Lesson |\n');
  expect(written).toContain('| ready after | 9 ms (<= 20 ms) | 21 ms (<= 20 ms, MISSED) |\n');
});
