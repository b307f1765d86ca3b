import { afterAll, beforeAll } from 'vitest';
import { costSoFar, type FileCost } from './file-cost.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** What a file cost until its first test, and until its last one. */
    cost?: { imported: FileCost; whole: FileCost };
  }
}

// Vitest runs this for each test file, before it is imported: its first hook comes before, its last one after all others.
const before = costSoFar();
let imported = costSinceBefore();
beforeAll(() => {
  imported = costSinceBefore();
});
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures a hook takes.
afterAll(({}, file) => {
  file.meta.cost = { imported, whole: costSinceBefore() };
});

function costSinceBefore(): FileCost {
  const { processor, starts } = costSoFar();
  return { processor: processor - before.processor, starts: starts - before.starts };
}
