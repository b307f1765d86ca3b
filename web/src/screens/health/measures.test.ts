import { expect, it } from 'vitest';
import { ageText, agoText, bytesText } from './measures.ts';

it.each([
  [512, '512 byte'],
  [1_572_864, '1.5 MB'],
  [52_428_800, '50 MB'],
  [3 * 1024 ** 3, '3 GB'],
])('%d bytes', (bytes, text) => expect(bytesText(bytes)).toBe(text));

it.each([
  [0, '0 seconds'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [7_300, '2 hours'],
  [200_000, '2 days'],
])('%d seconds', (seconds, text) => expect(ageText(seconds)).toBe(text));

it('says how long ago something was, also when clocks differ', () => {
  const now = Date.parse('2030-01-31T12:00:00Z');
  expect(agoText('2030-01-31T11:40:00Z', now)).toBe('20 minutes ago');
  expect(agoText('2030-01-31T12:00:05Z', now)).toBe('0 seconds ago');
});
