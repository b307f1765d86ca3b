import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isAllowed, LICENCES_REFERENCE, licenceProblems, licencesReference } from './licences.ts';
import { runtimePackages } from './runtime-packages.ts';

const packages = runtimePackages();

test('docs/reference/licences.md is what `node scripts/licences.ts` writes', () => {
  expect(readFileSync(LICENCES_REFERENCE, 'utf8')).toBe(licencesReference(packages));
});

// Shows security#few-packages
test('every package at run time has a licence that is allowed', () => {
  expect(packages.length).toBeGreaterThan(300);
  expect(licenceProblems(packages)).toEqual([]);
});

test('packages that one workspace runs and another one tests with are listed', () => {
  const names = packages.map(({ name }) => name);
  for (const name of ['pg', 'oidc-provider', 'ws', 'react', 'jose', 'fastify']) expect(names).toContain(name);
  for (const name of ['vitest', 'typescript', '@biomejs/biome', '@playwright/test']) expect(names).not.toContain(name);
});

test.each([
  ['MIT', true],
  ['(GPL-3.0 OR Apache-2.0)', true],
  ['Apache-2.0 AND GPL-3.0', false],
  ['AGPL-3.0-only', false],
  ['UNLICENSED', false],
])('a licence is judged: %s', (expression, isFine) => {
  expect(isAllowed(expression)).toBe(isFine);
});

test('a package without a licence, or with one that is not allowed, is named', () => {
  const of = (name: string, licence: string | null) => ({
    name,
    licence,
    ...{ version: '1.0.0', integrity: null, isOptional: false, dependsOn: [] },
  });
  expect(licenceProblems([of('a', null), of('b', 'GPL-3.0'), of('elkjs', 'EPL-2.0'), of('c', 'EPL-2.0')])).toEqual([
    'a@1.0.0: no licence',
    'b@1.0.0: GPL-3.0',
    'c@1.0.0: EPL-2.0',
  ]);
});
