import { parseSync } from 'oxc-parser';

export interface LongFunction {
  /** Line on which it begins. */
  line: number;
  /** Lines without those of functions inside it. */
  lines: number;
}

interface Node {
  type: string;
  start: number;
  end: number;
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/**
 * Functions with more lines of their own than a limit. The lines of a function inside another one count for the inner one
 * alone: a service whose methods share what stands above them is no long function.
 */
export function longFunctions(file: string, code: string, limit: number): LongFunction[] {
  const starts = [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineOf = (position: number) => starts.findLastIndex((start) => start <= position) + 1;
  const found: LongFunction[] = [];

  /** Walks a node. @returns lines that functions take in it, those inside of them included */
  function linesOfFunctionsIn(value: unknown): number {
    if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + linesOfFunctionsIn(one), 0);
    if (typeof value !== 'object' || value === null) return 0;
    const inner = Object.values(value).reduce((sum: number, one) => sum + linesOfFunctionsIn(one), 0);
    const { type, start, end } = value as Partial<Node>;
    if (type === undefined || start === undefined || end === undefined || !FUNCTIONS.has(type)) return inner;
    const line = lineOf(start);
    const whole = lineOf(end - 1) - line + 1;
    if (whole - inner > limit) found.push({ line, lines: whole - inner });
    // A function on one line with others takes no line away.
    return whole === 1 ? 0 : Math.max(whole, inner);
  }

  linesOfFunctionsIn(parseSync(file, code).program);
  return found;
}
