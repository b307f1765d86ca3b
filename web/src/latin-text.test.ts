import { expect, test } from 'vitest';
import { inLatin1 } from '../build/latin-text.ts';

const run = (code: string): unknown => new Function(`return ${code}`)();

test.for([
  "['“Grüße” … ✓', `→ 🙂`]",
  "'a – b 🙂'.split(/[–🙂]/u).length",
  "/^[\u0080-￿]+$/.test('✓')",
  "({ '▶': 1, ﬁeld: 2 }).ﬁeld",
])('escapes of letters beyond Latin-1 change nothing: %s', (code) => {
  const escaped = inLatin1(code);
  expect(escaped).not.toMatch(/[\u0100-\uffff]/);
  expect(run(escaped)).toEqual(run(code));
});
