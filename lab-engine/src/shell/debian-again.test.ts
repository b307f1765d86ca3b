import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { casesOf, topics } from '../testing/debian-cases.ts';
import { makeDebianRoot, missingForDebian, seenInDebian } from '../testing/debian-root.ts';

const folder = mkdtempSync(join(tmpdir(), 'academy-debian-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Why Debian cannot be asked here; null: it can. */
function lackOfDebian(): string | null {
  const missing = missingForDebian();
  if (missing !== null) return missing;
  try {
    makeDebianRoot(join(folder, 'root'));
    return null;
  } catch (error) {
    return `Debian's packages cannot be had: ${String(error).split('\n').at(-1)}`;
  }
}

const lack = lackOfDebian();
if (lack !== null) console.warn(`The shell of browser labs is not compared with Debian again: ${lack}.`);

it.skipIf(lack !== null).each(topics())('Debian does today what the suite says: %s', { timeout: 300_000 }, (topic) => {
  const root = join(folder, 'root');
  const cases = casesOf(topic);
  expect(cases.map(({ commands }) => ({ commands, ...seenInDebian(root, commands) }))).toEqual(cases);
});
