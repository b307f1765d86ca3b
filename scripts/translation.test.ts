import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { joinedWith, skeletonOf, untranslated } from './translation.ts';

const SHELL = join(import.meta.dirname, '../web/src/shell/shell-texts');
const [original = '', german = ''] = ['.ts', '.de.ts'].map((end) => readFileSync(SHELL + end, 'utf8'));

test('a new language begins with the messages of the original', () => {
  const french = skeletonOf(original, 'fr');
  expect(french).toContain('export const fr = {');
  expect(french).toMatch(/\n\};\n$/);
  expect(untranslated(original, french)).toContain('skipToContent');
});

test('the new language is joined with the others, once', () => {
  const joined = joinedWith(original, 'shell-texts', 'fr');
  expect(joined).toContain("import { fr } from './shell-texts.fr.ts';");
  expect(joined).toContain('translated({ de, fr })');
  expect(joinedWith(joined, 'shell-texts', 'fr')).toBe(joined);
});

test('what is left to translate is counted, without names and figures', () => {
  expect(untranslated(original, german)).toEqual(['academy']);
  expect(
    untranslated("  a: '{count} · {name}',\n  b: 'Words',\n", "  a: '{count} · {name}',\n  b: 'Words',\n"),
  ).toEqual(['b']);
});
