import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test('initials are those of the first and the last word', () => {
  expect(initialsOf('Ada King Lovelace')).toBe('AL');
  expect(initialsOf('plato')).toBe('P');
  expect(initialsOf('  ')).toBe('');
});
