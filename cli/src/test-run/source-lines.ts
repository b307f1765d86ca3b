import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';

/** Lines of TypeScript by workspace. */
export type SourceLines = Readonly<Record<string, number>>;

/** Counts the lines of every workspace without its tests, and those of all tests as `tests`. */
export function countSourceLines(root: string = ROOT): SourceLines {
  const files = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' });
  const lines: Record<string, number> = {};
  for (const file of files.split('\0').filter((name) => name.includes('/'))) {
    const name = isTest(file) ? 'tests' : (file.split('/')[0] ?? '');
    lines[name] = (lines[name] ?? 0) + readFileSync(join(root, file), 'utf8').split('\n').length - 1;
  }
  return lines;
}

/** One line: how many there are, and the change against those of a record. */
export function sourceLinesLine(lines: SourceLines, before: SourceLines): string {
  const sum = Object.values(lines).reduce((a, b) => a + b, 0);
  const sumBefore = Object.values(before).reduce((a, b) => a + b, 0);
  const parts = Object.entries(lines)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${changed(count, before[name] ?? 0)}`);
  return `Lines of source: ${changed(sum, sumBefore)}: ${parts.join(', ')}`;
}

function isTest(file: string): boolean {
  return /\.(test|fixture|e2e)\.tsx?$|^e2e\/|\/testing\//.test(file);
}

function changed(count: number, before: number): string {
  const more = count - before;
  return `${count}${before === 0 || more === 0 ? '' : ` (${more > 0 ? '+' : ''}${more})`}`;
}
