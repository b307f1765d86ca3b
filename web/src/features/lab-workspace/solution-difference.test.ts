import { expect, test } from 'vitest';
import { solutionDifference } from './solution-difference.ts';

const shown = (yours: string, solution: string) =>
  solutionDifference(yours, solution).map(({ kind, text }) => `${kind} ${text}`);

test('a difference shows the lines around it, and leaves the others out', () => {
  const lines = Array.from({ length: 20 }, (_one, at) => `line ${at}`);
  const solution = lines.map((line, at) => (at === 5 || at === 15 ? `${line}!` : line));
  expect(shown(lines.join('\n'), solution.join('\n'))).toEqual([
    ...['both line 2', 'both line 3', 'both line 4', 'yours line 5', 'solution line 5!', 'both line 6', 'both line 7'],
    ...['both line 8', 'gap ', 'both line 12', 'both line 13', 'both line 14', 'yours line 15', 'solution line 15!'],
    ...['both line 16', 'both line 17', 'both line 18'],
  ]);
});

test('files that differ in their line ends only are the same', () => {
  expect(shown('a\r\nb', 'a\nb\n')).toEqual([]);
});

test('of files that have nothing in common each is shown as a whole', () => {
  const some = (word: string) => Array.from({ length: 1_500 }, (_one, at) => `${word} ${at}`).join('\n');
  const lines = solutionDifference(some('mine'), some('theirs'));
  expect(lines).toHaveLength(3_000);
  expect(lines.filter(({ kind }) => kind === 'yours')).toHaveLength(1_500);
});
