import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from '../paths.ts';

/** Files that take minutes, the longest first: they begin before all others, because the last one to begin is the end of a run. */
export const FIRST_FILES: readonly string[] = [
  'scripts/faults/faults.test.ts',
  'cli/src/labs/prove/samples.test.ts',
  'lab-host/src/environments/java.test.ts',
  'scripts/deploy/behind-proxies.test.ts',
  'server/src/progress/ledger-model.test.ts',
  'server/src/people/import-undo.test.ts',
  'bench/src/growth/growth.test.ts',
  'cli/src/upgrade/million-rows.test.ts',
];

/** Vitest's own order, behind the files that take minutes. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = FIRST_FILES.indexOf(relative(ROOT, moduleId));
      return at === -1 ? FIRST_FILES.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
