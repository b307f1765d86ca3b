import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { md5 } from './md5.ts';

// Shows clauses#two-call-styles
test('MD5 agrees with the platform for texts of every length around its blocks', () => {
  for (const length of [0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000]) {
    const text = 'aé☃'.repeat(length).slice(0, length);
    expect(md5(text)).toBe(createHash('md5').update(text).digest('hex'));
  }
});
