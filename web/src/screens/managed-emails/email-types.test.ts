import { expect, test } from 'vitest';
import { typesFor } from './email-types.ts';

test('addresses of the academy are for administrators', () => {
  expect(typesFor(false)).toEqual(['personal', 'work']);
  expect(typesFor(true)).toEqual(['personal', 'work', 'contact', 'feedback', 'sender']);
});
