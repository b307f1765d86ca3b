import type { AccessToken } from '@academy/contract/personal-access-tokens';
import { describe, expect, test } from 'vitest';
import { endDays, endOf, momentOf, problemsOf } from './token-rules.ts';

const token: AccessToken = {
  tokenId: '0F3A-77',
  name: 'Publish from CI',
  abilities: ['content:write', 'users:read'],
  tenantId: 'spring',
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-04-01T00:00:00.000Z',
  scopes: null,
  lastUsedAt: null,
};
const now = new Date(2026, 0, 15, 10, 30);

test('a token ends at its last moment, and warns two weeks ahead', () => {
  const end = Date.parse(token.expiresAt);
  expect(endOf(token, end)).toBe('ended');
  expect(endOf(token, end - 1)).toBe('soon');
  expect(endOf(token, end - 14 * 86_400_000)).toBe('later');
});

describe('the end date', () => {
  test('is proposed 90 days ahead and may lie 366 days ahead', () => {
    expect(endDays(now)).toEqual({ first: '2026-01-15', proposed: '2026-04-15', last: '2027-01-16' });
  });
  test('means the end of that day, but never more than a token may last', () => {
    expect(momentOf('2026-01-15', now)).toBe(new Date(2026, 0, 15, 23, 59, 59).toISOString());
    const longest = Date.parse(momentOf('2027-01-16', now)) - now.getTime();
    expect(longest).toBeLessThan(366 * 86_400_000);
    expect(longest).toBeGreaterThan(365.9 * 86_400_000);
  });
});

test.each([
  [{}, {}],
  [{ day: '2026-01-15' }, {}],
  [{ day: '2027-01-16' }, {}],
  [{ name: ' ' }, { name: 'The name field is required.' }],
  [{ name: 'x'.repeat(81) }, { name: 'The name must have at most 80 characters.' }],
  [{ abilities: [] }, { abilities: 'Choose at least one ability.' }],
  [{ day: '' }, { expiresAt: 'The end date field is required.' }],
  [{ day: '2026-01-14' }, { expiresAt: 'The date must be in the future.' }],
  [{ day: '2027-01-17' }, { expiresAt: 'A token is valid for at most 366 days.' }],
])('a form with %j shows %j', (change, problems) => {
  const form = { name: 'ci', abilities: ['content:write' as const], day: '2026-04-15' };
  expect(problemsOf({ ...form, ...change }, now)).toEqual(problems);
});
