import { expect, test } from 'vitest';
import { matchesEmail, typesFor } from './email-types.ts';

test('an address is found by its text or its type, in any letter case', () => {
  const one = { email: 'lena@example.org', type: 'work' } as const;
  for (const text of ['', ' ', 'LENA', '@example', 'Work', 'or']) expect(matchesEmail(one, text)).toBe(true);
  for (const text of ['personal', 'otto']) expect(matchesEmail(one, text)).toBe(false);
});

test('addresses of the academy are for administrators', () => {
  expect(typesFor(false)).toEqual(['personal', 'work']);
  expect(typesFor(true)).toEqual(['personal', 'work', 'contact', 'feedback', 'sender']);
});
