import { expect, test } from 'vitest';
import { sourceLinesLine } from './source-lines.ts';

test('lines of source are printed with the change against the last record', () => {
  expect(sourceLinesLine({ web: 10, server: 20, tests: 5 }, { web: 12, server: 20 })).toBe(
    'Lines of source: 35 (+3): server 20, web 10 (-2), tests 5',
  );
});
