import type { ImportResult } from '@academy/contract/people-import';
import { expect, test } from 'vitest';
import { changesOf, importGroups, importSummary } from './import-groups.ts';

const row = (line: number, outcome: ImportResult['outcome'], lowers = false): ImportResult => ({
  ...{ line, outcome, lowers },
  email: `p${line}@example.org`,
  message: null,
  raises: false,
});
const RESULTS = [row(1, 'created'), row(2, 'updated'), row(3, 'updated', true), row(4, 'error'), row(5, 'unchanged')];

test('rows that take something away are a group of their own', () => {
  const { updated, lowers } = importGroups(RESULTS);
  expect(updated.map(({ line }) => line)).toEqual([2]);
  expect(lowers.map(({ line }) => line)).toEqual([3]);
});

test('rows that take something away count only when they are included', () => {
  const groups = importGroups(RESULTS);
  expect([changesOf(groups, false), changesOf(groups, true)]).toEqual([2, 3]);
});

test('the summary speaks of a dry run and of an import', () => {
  expect(importSummary(importGroups(RESULTS), false)).toBe(
    '1 to be added, 1 to be changed, 1 unchanged, 1 with errors, 1 would lose something.',
  );
  expect(importSummary(importGroups([row(1, 'created')]), true)).toBe(
    '1 added, 0 changed, 0 unchanged, 0 with errors.',
  );
});
