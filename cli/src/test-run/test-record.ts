import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_RECORD, type TestRecord } from '@academy/scripts/test-record';
import { ROOT } from '../paths.ts';
import type { Count } from './count.ts';
import { countSourceLines, type SourceLines } from './source-lines.ts';

/** Records steps that have run with all their tests; the others stay as they were. Without git nothing is recorded. */
export function recordTests(counts: ReadonlyMap<string, Count>, root: string = ROOT): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    const about = {
      at: new Date().toISOString(),
      commit: git('rev-parse', 'HEAD'),
      isClean: git('status', '--porcelain', '--', '.', `:!${TEST_RECORD}`) === '',
    };
    const steps = [...counts].map(([name, { passed, failed }]) => [name, { ...about, passed, failed }] as const);
    const record: TestRecord = {
      steps: { ...recorded(root)?.steps, ...Object.fromEntries(steps) },
      lines: countSourceLines(root),
    };
    writeFileSync(join(root, TEST_RECORD), `${JSON.stringify(record, null, 2)}\n`);
  } catch {
    // Not a clone: nothing is released from here.
  }
}

/** Lines of source at the last record; none when there was no run yet. */
export function recordedLines(root: string = ROOT): SourceLines {
  return recorded(root)?.lines ?? {};
}

function recorded(root: string): TestRecord | null {
  const file = join(root, TEST_RECORD);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TestRecord) : null;
}
