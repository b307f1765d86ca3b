import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';
import type { Count } from './count.ts';
import { countSourceLines, type SourceLines } from './source-lines.ts';

/** How the last whole run of all tests went; it is committed, and `scripts/release.ts` reads it. */
export const TEST_RECORD = 'docs/test-record.json';

interface TestRecord {
  /** Day and time of its end, ISO 8601. */
  at: string;
  /** What was tested. */
  commit: string;
  /** Whether the files were those of the commit, but for the record itself. */
  isClean: boolean;
  passed: number;
  failed: number;
  lines: SourceLines;
}

/** Records a run of all steps and all tests; without git nothing is recorded. */
export function recordTests({ passed, failed }: Count, root: string = ROOT): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    const record: TestRecord = {
      at: new Date().toISOString(),
      commit: git('rev-parse', 'HEAD'),
      isClean: git('status', '--porcelain', '--', '.', `:!${TEST_RECORD}`) === '',
      passed,
      failed,
      lines: countSourceLines(root),
    };
    writeFileSync(join(root, TEST_RECORD), `${JSON.stringify(record, null, 2)}\n`);
  } catch {
    // Not a clone: nothing is released from here.
  }
}

/** Lines of source at the last record; none when there was no run yet. */
export function recordedLines(root: string = ROOT): SourceLines {
  const file = join(root, TEST_RECORD);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TestRecord).lines : {};
}
