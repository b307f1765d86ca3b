import { expect, it } from 'vitest';
import type { Call } from './call.ts';
import { CALLS } from './calls.ts';

/**
 * The calls that other programs rely on, by address, with who may make them; `+` means that the call carries the
 * tenant. Everybody may log out: with an invalid bearer the call succeeds and ends nothing.
 */
const SPECIFIED = `
GET /courses/list optional+
GET /courses/details optional+
POST /favorite user
GET /favorite/userDashboard/favorites user+
GET /lessons/list optional+
GET /lessons/details/:id/:id optional+
POST /lessons/mark-complete user
POST /lessons/knowledge-check/attempts optional
PUT /lessons/knowledge-check/attempts/:id optional
POST /lessons/knowledge-check/attempts/:id/submit optional
GET /progress/overlay user+
POST /progress/events user
GET /lessons/lab user+
POST /labs/sessions user
GET /labs/sessions/:id user
POST /labs/sessions/:id/extend user
POST /labs/sessions/:id/terminate user
PUT /labs/sessions/:id/snapshot user
GET /paths/list optional+
GET /paths/details optional+
GET /instructors/list anyone+
GET /instructors/profile anyone+
GET /guides/list optional
GET /guides/details optional
POST /guides/markComplete user
GET /guides/lab user+
GET /feedback/questions anyone+
POST /feedback optional+
GET /user/getUserDetails anyone
DELETE /session anyone
GET /user/verifyUserAccess user+
GET /alerts anyone+
GET /alerts/list admin
GET /alerts/:id admin
POST /alerts/create admin
PUT /alerts/:id admin
DELETE /alerts admin
GET /pages/:id anyone+
POST /admin/users/search admin+
GET /admin/users/toggle-access/:id admin
PUT /admin/users/:id/membership admin
GET /admin/stats admin+
GET /admin/abilities admin+
POST /membership/voucher-requests user
POST /admin/generate-token user
GET /personal-access-tokens/list user
DELETE /personal-access-tokens user
POST /email/contactUs optional+
GET /email/list user
POST /email/addEmail user
PUT /email user
DELETE /email user
GET /email/verifyEmail user
GET /email/validateVerificationCode user
PUT /content/:id/:id token
DELETE /content/:id/:id token
GET /search optional+
GET /admin/audit admin
GET /admin/feedback admin
`;

const rows = SPECIFIED.trim().split('\n');
const addressOf = ({ method, path }: Pick<Call, 'method' | 'path'>) => `${method} ${path.replace(/:\w+/g, ':id')}`;
const found = (address: string) => CALLS.find((call) => addressOf(call) === address);

// Shows clauses#every-call
it.each(rows)('the contract has the promised call %s', (row) => {
  const [, address = '', who, tenant] = /^(\S+ \S+) (\w+)(\+?)$/.exec(row) ?? [];
  const call = found(address);
  expect(call && `${addressOf(call)} ${call.who}`).toBe(`${address} ${who}`);
  // Other calls may carry it, too.
  if (tenant === '+') expect(call?.tenant).toBe(true);
});

it('the two changes that are made by GET are known as changes', () => {
  for (const address of [
    'GET /admin/users/toggle-access/:id',
    'GET /email/verifyEmail',
    'GET /email/validateVerificationCode',
  ])
    expect(found(address)?.changes, address).toBe(true);
});
