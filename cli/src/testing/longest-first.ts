import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from '../paths.ts';
import { FIRST_FILES } from '../test-run/long-tests.ts';

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
