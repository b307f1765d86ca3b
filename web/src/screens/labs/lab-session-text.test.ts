import { expect, test } from 'vitest';
import { agoText } from './lab-session-text.ts';

test('elapsed time is shown in minutes, hours or days', () => {
  const now = Date.parse('2026-03-05T12:00:00Z');
  const at = (moment: string) => agoText(moment, now);
  expect(at('2026-03-05T12:00:30Z')).toBe('0 min');
  expect(at('2026-03-05T11:01:00Z')).toBe('59 min');
  expect(at('2026-03-05T11:00:00Z')).toBe('1 h');
  expect(at('2026-03-03T12:00:00Z')).toBe('2 days');
});
