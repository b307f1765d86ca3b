import { structuredPatch } from 'diff';

/** Unchanged lines around a difference. */
const CONTEXT = 3;
/** Finding more differences than this takes too long: the whole file is shown then. */
const MAX_CHANGES = 1_000;

/** A line of a difference: the learner's, the solution's, or of both; `gap` stands for lines that are left out. */
export interface DifferenceLine {
  kind: 'yours' | 'solution' | 'both' | 'gap';
  text: string;
}

const KINDS: Readonly<Record<string, DifferenceLine['kind']>> = { '-': 'yours', '+': 'solution', ' ': 'both' };

/** How a file of the learner differs from the solution, line by line; empty when it does not. Ends of lines are the same. */
export function solutionDifference(yours: string, solution: string): DifferenceLine[] {
  const [from, to] = [plain(yours), plain(solution)];
  const patch = structuredPatch('', '', from, to, undefined, undefined, {
    context: CONTEXT,
    maxEditLength: MAX_CHANGES,
  });
  if (patch === undefined) return [...linesOf(from, 'yours'), ...linesOf(to, 'solution')];
  return patch.hunks.flatMap(({ lines }, at) => [
    ...(at === 0 ? [] : [{ kind: 'gap' as const, text: '' }]),
    ...lines.map((line) => ({ kind: KINDS[line[0] ?? ''] ?? ('both' as const), text: line.slice(1) })),
  ]);
}

/** With a line end at the end and no carriage returns: editors differ in both. */
const plain = (text: string): string => {
  const lines = text.replaceAll('\r\n', '\n');
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`;
};

const linesOf = (text: string, kind: DifferenceLine['kind']): DifferenceLine[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => ({ kind, text: line }));
