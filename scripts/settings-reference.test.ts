import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SETTINGS_REFERENCE, settingsReference } from './settings-reference.ts';

test('docs/reference/settings.md is what `node scripts/settings-reference.ts` writes', () => {
  expect(readFileSync(SETTINGS_REFERENCE, 'utf8')).toBe(settingsReference());
});
