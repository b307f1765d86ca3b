import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { API_REFERENCE, apiReference } from './api-reference.ts';

// Shows clauses#every-call
test('docs/reference/api.md is what `node scripts/api-reference.ts` writes', () => {
  expect(readFileSync(API_REFERENCE, 'utf8')).toBe(apiReference());
});
