import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { UPGRADING, upgradingPage } from './upgrading.ts';

test('docs/upgrading.md has the tables that `node scripts/upgrading.ts` writes', () => {
  const page = readFileSync(UPGRADING, 'utf8');
  expect(page).toBe(upgradingPage(page));
});

test('a page without a place for migrations is refused', () => {
  expect(() => upgradingPage('# Upgrading\n')).toThrow('no place for migrations');
});
