import { expect, test } from 'vitest';
import type { Alert } from '../alerts-admin.ts';
import type { AccessToken } from '../personal-access-tokens.ts';
import { matchesAlert, matchesEmail, matchesToken } from './table-search.ts';

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
const alert: Alert = {
  id: '0F3A-77',
  tenantId: 'kube',
  message: 'Labs are <b>slow</b>',
  actionText: 'Status page',
  actionUrl: 'https://example.org/status',
  level: 'warning',
  audience: 'all',
  from: '2030-01-01T09:30:15.123Z',
  to: null,
  createdAt: '2029-12-24T08:00:00.000Z',
  updatedAt: '2029-12-25T08:00:00.000Z',
  source: 'written',
  firstName: 'Grace',
};

test.each([
  ['', true],
  ['  ', true],
  ['publish from ci', true],
  ['CONTENT:', true],
  ['users:read', true],
  ['0f3a', true],
  ['spring', false],
  ['content:write,users', false],
  ['.*', false],
])('a search for "%s" looks into id, name and abilities only: %s', (search, found) => {
  expect(matchesToken(token, search)).toBe(found);
});

test.each([
  ['', true],
  ['  ', true],
  ['0f3a', true],
  ['KUBE', true],
  ['grace', true],
  ['slow', true],
  ['status PAGE', true],
  ['example.org', true],
  ['warn', true],
  ['2029-12-24', true],
  ['2029-12-25', true],
  ['2030-01-01', false],
  ['.*', false],
  ['gracewarning', false],
])('a search for "%s" looks into the nine fields and nothing else: %s', (search, found) => {
  expect(matchesAlert(alert, search)).toBe(found);
});

test('an address is found by its text or its type, in any letter case', () => {
  const one = { email: 'lena@example.org', type: 'work' } as const;
  for (const text of ['', ' ', 'LENA', '@example', 'Work', 'or']) expect(matchesEmail(one, text)).toBe(true);
  for (const text of ['personal', 'otto']) expect(matchesEmail(one, text)).toBe(false);
});
