import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The selector of typed input. load-watch.ts imports nothing, so it has a copy. */
const selectorIn = (file: string) =>
  /^const TYPED = (.+);$/m.exec(readFileSync(join(import.meta.dirname, '..', file), 'utf8'))?.[1];

test('the entry and the script that watches it protect the same typed input', () => {
  expect(selectorIn('load-watch.ts')).toMatch(/^':read-write/);
  expect(selectorIn('load-watch.ts')).toBe(selectorIn('lib/reload-once.ts'));
});
