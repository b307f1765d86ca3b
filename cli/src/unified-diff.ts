/** Lines around a change. */
const CONTEXT = 3;
/** Changed lines that are looked for one by one; texts that differ more are shown as taken out and put in. */
const MOST_CHANGES = 500;

type Step = { sign: ' ' | '-' | '+'; line: string };

/**
 * The difference of two texts in the unified form: hunks with three lines around each change.
 *
 * @param before null for a file that did not exist
 * @param after null for a file that exists no more
 * @returns no lines when both are the same
 */
export function unifiedDiff(file: string, before: string | null, after: string | null): string[] {
  if (before === after) return [];
  const steps = compareLines(linesOf(before), linesOf(after));
  return [
    `--- ${before === null ? '/dev/null' : `a/${file}`}`,
    `+++ ${after === null ? '/dev/null' : `b/${file}`}`,
  ].concat(hunksOf(steps));
}

function linesOf(text: string | null): string[] {
  if (text === null || text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function compareLines(before: readonly string[], after: readonly string[]): Step[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end += 1;
  }
  const same = (line: string): Step => ({ sign: ' ', line });
  return [
    ...before.slice(0, start).map(same),
    ...shortestEdit(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

/** The shortest edit script by the greedy algorithm of Myers (1986): furthest reaching paths by diagonal. */
function shortestEdit(before: readonly string[], after: readonly string[]): Step[] {
  const [n, m] = [before.length, after.length];
  const most = Math.min(n + m, MOST_CHANGES);
  const reach = new Map<number, number>([[1, 0]]);
  const trail: Map<number, number>[] = [];
  const at = (map: ReadonlyMap<number, number>, diagonal: number) => map.get(diagonal) ?? -1;
  for (let changes = 0; changes <= most; changes += 1) {
    trail.push(new Map(reach));
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      const down = diagonal === -changes || (diagonal !== changes && at(reach, diagonal - 1) < at(reach, diagonal + 1));
      let x = down ? at(reach, diagonal + 1) : at(reach, diagonal - 1) + 1;
      while (x < n && x - diagonal < m && before[x] === after[x - diagonal]) x += 1;
      reach.set(diagonal, x);
      if (x >= n && x - diagonal >= m) return walkBack(before, after, trail);
    }
  }
  return [...before.map((line): Step => ({ sign: '-', line })), ...after.map((line): Step => ({ sign: '+', line }))];
}

function walkBack(
  before: readonly string[],
  after: readonly string[],
  trail: readonly ReadonlyMap<number, number>[],
): Step[] {
  const steps: Step[] = [];
  let [x, y] = [before.length, after.length];
  for (let changes = trail.length - 1; changes >= 0; changes -= 1) {
    const reach = trail[changes] ?? new Map<number, number>();
    const at = (diagonal: number) => reach.get(diagonal) ?? -1;
    const diagonal = x - y;
    const down = diagonal === -changes || (diagonal !== changes && at(diagonal - 1) < at(diagonal + 1));
    const previous = down ? diagonal + 1 : diagonal - 1;
    const fromX = at(previous);
    const fromY = fromX - previous;
    while (x > 0 && y > 0 && x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      steps.push({ sign: ' ', line: before[x] ?? '' });
    }
    if (changes === 0) break;
    if (down) {
      y -= 1;
      steps.push({ sign: '+', line: after[y] ?? '' });
    } else {
      x -= 1;
      steps.push({ sign: '-', line: before[x] ?? '' });
    }
  }
  return steps.reverse();
}

function hunksOf(steps: readonly Step[]): string[] {
  const changed = steps.flatMap(({ sign }, position) => (sign === ' ' ? [] : [position]));
  const ranges: { from: number; to: number }[] = [];
  for (const position of changed) {
    const [from, to] = [Math.max(0, position - CONTEXT), Math.min(steps.length, position + CONTEXT + 1)];
    const last = ranges.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else ranges.push({ from, to });
  }
  const lines: string[] = [];
  let [oldLine, newLine, counted] = [1, 1, 0];
  for (const { from, to } of ranges) {
    for (; counted < from; counted += 1) {
      oldLine += 1;
      newLine += 1;
    }
    const hunk = steps.slice(from, to);
    const oldCount = hunk.filter(({ sign }) => sign !== '+').length;
    const newCount = hunk.filter(({ sign }) => sign !== '-').length;
    // A side without lines is named by the line before it.
    const place = (line: number, count: number) => `${count === 0 ? line - 1 : line},${count}`;
    lines.push(`@@ -${place(oldLine, oldCount)} +${place(newLine, newCount)} @@`);
    lines.push(...hunk.map(({ sign, line }) => `${sign}${line}`));
    oldLine += oldCount;
    newLine += newCount;
    counted = to;
  }
  return lines;
}
