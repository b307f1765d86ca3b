import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../paths.ts';
import type { Count } from './count.ts';

/** How the last whole run of the tests went; `scripts/release.ts` reads it. Beside the packages, so that no commit holds it. */
const TEST_RECORD = 'node_modules/.academy-tests.json';

/** Records a run of all steps, with the commit that was tested; without git nothing is recorded. */
export function recordTests({ passed, failed }: Count, isAll: boolean, root: string = ROOT): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    const record = {
      commit: git('rev-parse', 'HEAD'),
      isClean: git('status', '--porcelain') === '',
      isAll,
      passed,
      failed,
    };
    const file = join(root, TEST_RECORD);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify({ ...record, at: new Date().toISOString() }, null, 2)}\n`);
  } catch {
    // Not a clone: nothing is released from here.
  }
}
