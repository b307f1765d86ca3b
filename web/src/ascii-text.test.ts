import { expect, test } from 'vitest';
import { inAscii } from '../build/ascii-text.ts';

const run = (code: string): unknown => new Function(`return ${code}`)();

test.for([
  "['“Grüße” … ✓', `→ 🙂`]",
  "'a – b 🙂'.split(/[–🙂]/u).length",
  "/^[\u0080-￿]+$/.test('✓')",
  "({ '▶': 1, ﬁeld: 2 }).ﬁeld",
])('escapes of letters beyond ASCII change nothing: %s', (code) => {
  const escaped = inAscii(code);
  expect(escaped).not.toMatch(/[\u0080-\uffff]/);
  expect(run(escaped)).toEqual(run(code));
});
