import { deleteAccount, endSessions, updateAccount } from '@academy/contract/account';
import { searchPeople, setMembership } from '@academy/contract/people-admin';
import { createToken } from '@academy/contract/personal-access-tokens';
import { expect, test } from 'vitest';
import { startApp } from '../testing/start-app.ts';

const app = await startApp();
const admin = await app.aPerson({ admin: true });
const as = { tenant: 'spring', bearer: await admin.bearer() };
const params = { userId: admin.personId };

const NUL = '\u0000';
/** Half of a surrogate pair. */
const HALF = '\ud83d';
const LATER = '2030-01-01T00:00:00Z';

// Valid JSON, but the database accepts none of these.
// Shows security#no-5xx
test.each([
  ['a search for NUL', () => app.call(searchPeople, { body: { searchValue: `a${NUL}b` } }, as)],
  ['a search for half a character', () => app.call(searchPeople, { body: { searchValue: HALF } }, as)],
  ['a page beyond all numbers', () => app.call(searchPeople, { body: { pageNumber: 1e300 } }, as)],
  [
    'a token named by half a character',
    () => app.call(createToken, { body: { name: HALF, abilities: ['users:read'] } }, as),
  ],
  ['a name of half a character', () => app.call(updateAccount, { body: { firstName: HALF, lastName: 'x' } }, as)],
  ['a session named by NUL', () => app.call(endSessions, { body: { ids: [NUL] } }, as)],
  ['an address with half a character', () => app.call(deleteAccount, { body: { email: `${HALF}@example.org` } }, as)],
  [
    'a membership from the year 0 on',
    () => app.call(setMembership, { params, body: { startsAt: '0000-01-01T00:00:00Z', endsAt: LATER } }, as),
  ],
])('%s is refused as wrong input', async (_what, call) => {
  expect((await call()).status).toBe(400);
});

test('the refusal names the field', async () => {
  const { body } = await app.call(endSessions, { body: { ids: ['one', NUL] } }, as);
  expect(body.errors[0]).toMatchObject({ code: 'invalid-input', field: 'ids.1' });
});

test('an address that contains NUL is refused as wrong input', async () => {
  const { statusCode } = await app.request({ method: 'GET', url: '/api/v1/courses/list?topic=%00&tenantId=spring' });
  expect(statusCode).toBe(400);
});
