import { readFileSync } from 'node:fs';
import { CALLS } from '@academy/contract/calls';
import { PERMISSIONS } from '@academy/contract/permissions';
import { expect, test } from 'vitest';
import { PERMISSIONS_REFERENCE, permissionsReference } from './permissions-reference.ts';

test('docs/reference/permissions.md is what `node scripts/permissions-reference.ts` writes', () => {
  expect(readFileSync(PERMISSIONS_REFERENCE, 'utf8')).toBe(permissionsReference());
});

test('every row of the permission table belongs to a call', () => {
  const names = new Set(CALLS.map(({ name }) => name));
  expect(Object.keys(PERMISSIONS).filter((name) => !names.has(name))).toEqual([]);
});
