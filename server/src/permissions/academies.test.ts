import type { Call } from '@academy/contract/call';
import { CALLS } from '@academy/contract/calls';
import { createToken, listTokens } from '@academy/contract/personal-access-tokens';
import { describe, expect, it, test } from 'vitest';
import { startApp } from '../testing/start-app.ts';
import { anImpersonation, prepareRecords } from './permission-records.ts';
import { inputOf } from './permission-samples.ts';

const MANY = 1_000_000;
const app = await startApp({
  sendsWebhooks: false,
  limits: { anonymousPerMinute: MANY, signedInPerMinute: MANY, accountLookupsPerMinute: MANY },
});
await prepareRecords(app);

/** Administrators' reads of one academy, which depend on the chosen academy. */
const READS = CALLS.filter(
  ({ who, tenant, changes, params, body }) =>
    who === 'admin' && tenant && !changes && params === undefined && body === undefined,
);
/** An administrator is one of the whole installation; the session merely began in `spring`. */
const admin = await app.aPerson({ admin: true });
const ofSpring = { claims: { cid: 'academy-spring', client_id: 'academy-spring', azp: 'academy-spring' } };

async function statusOf(call: Call, bearer: string, tenant: string) {
  const { status, body } = await app.call(call, await inputOf(call, app, admin), { tenant, bearer });
  return [status, body.errors?.[0]?.code ?? null];
}

test('there are such reads', () => {
  expect(READS.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['listFeedback', 'listContactMessages', 'listAuditEvents', 'listWebhooks', 'getStats']),
  );
});

describe.each(READS.map((call) => [call.name, call] as const))(
  '%s of another academy than one logged in at',
  (_, call) => {
    it('is for administrators, whose role is of the whole installation', async () => {
      const bearer = await admin.bearer(ofSpring);
      expect(await statusOf(call, bearer, 'spring')).toEqual([200, null]);
      expect(await statusOf(call, bearer, 'kube')).toEqual([200, null]);
    });

    // Shows security#who-acts
    it('is for nobody else, with any bearer', async () => {
      const learner = await app.aPerson();
      const abilities = call.ability === undefined ? (['stats:read'] as const) : ([call.ability] as const);
      const token = await app.aToken(admin, 'spring', abilities);
      expect(await statusOf(call, await learner.bearer(ofSpring), 'kube')).toEqual([403, 'not-allowed']);
      expect(await statusOf(call, token, 'kube')).toEqual([403, 'token-tenant']);
      expect((await statusOf(call, await anImpersonation(app, learner, admin), 'kube'))[0]).toBe(403);
      expect(await statusOf(call, await admin.bearer({ type: null, audience: 'academy-spring' }), 'kube')).toEqual([
        401,
        'invalid-token',
      ]);
    });
  },
);

// Shows security#one-academy
test('a token for another academy is valid only there', async () => {
  const bearer = await admin.bearer(ofSpring);
  const body = { name: 'for kube', abilities: ['progress:read' as const] };
  expect((await app.call(createToken, { body }, { tenant: 'kube', bearer })).status).toBe(200);
  const { body: listed } = await app.call(listTokens, { query: {} }, { bearer });
  const { result } = listed.data as { result: { name: string; tenantId: string }[] };
  expect(result.find(({ name }) => name === 'for kube')?.tenantId).toBe('kube');
});

// Shows security#one-academy
test('an unknown academy, or a different one in query and header, is refused', async () => {
  const [call] = READS;
  const bearer = await admin.bearer(ofSpring);
  expect((await statusOf(call as Call, bearer, 'nowhere'))[0]).toBe(400);
  const { statusCode } = await app.request({
    url: '/api/v1/email/list?tenantId=kube',
    headers: { tenantid: 'spring', authorization: `Bearer ${bearer}` },
  });
  expect(statusCode).toBe(400);
});
