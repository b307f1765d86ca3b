import { readFileSync } from 'node:fs';
import { CALLS } from '@academy/contract/calls';
import { REACHES } from '@academy/contract/permissions';
import { expect, test } from 'vitest';
import { PERMISSIONS_REFERENCE, permissionsReference } from './permissions-reference.ts';

test('docs/reference/permissions.md is what `node scripts/permissions-reference.ts` writes', () => {
  expect(readFileSync(PERMISSIONS_REFERENCE, 'utf8')).toBe(permissionsReference());
});

test('every reach that the contract knows is the one of a call', () => {
  const used = new Set<string>(CALLS.map(({ reach }) => reach));
  expect(Object.keys(REACHES).filter((reach) => !used.has(reach))).toEqual([]);
});
