import { expect, test } from 'vitest';
import { sessionEndOf } from './session-end.ts';

const DAY = 86_400_000;

test.each([
  ['expired when it was unused for a week', { lastUsed: 8, loggedIn: 8, hasAccount: true }, 'expired'],
  ['expired two weeks after the log-in', { lastUsed: 0, loggedIn: 14, hasAccount: true }, 'expired'],
  ['was ended when it could have gone on', { lastUsed: 1, loggedIn: 10, hasAccount: true }, 'ended'],
  ['went with its account', { lastUsed: 1, loggedIn: 1, hasAccount: false }, 'removed'],
])('a session %s', (_words, { lastUsed, loggedIn, hasAccount }, because) => {
  const last = { issuedAt: 100 * DAY - lastUsed * DAY, authenticatedAt: 100 * DAY - loggedIn * DAY };
  expect(sessionEndOf(last, hasAccount, 100 * DAY)).toBe(because);
});
