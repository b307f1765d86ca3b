import { ABILITIES, type Ability } from '@academy/contract/abilities';
import type { Call, CallInput } from '@academy/contract/call';
import { CALLS } from '@academy/contract/calls';
import { listCourses } from '@academy/contract/courses';
import { PRINCIPALS, type Principal, REACHES, verdictOf } from '@academy/contract/permissions';
import { endViewAs } from '@academy/contract/view-as';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { person, personalAccessToken } from '../db/tables.ts';
import { startApp, type TestPerson } from '../testing/start-app.ts';
import { anImpersonation, everything, prepareRecords } from './permission-records.ts';
import { foreignRecords, inputOf, SAMPLES } from './permission-samples.ts';

const MANY = 1_000_000;

import { DIRECTORY_RECORDS } from './directory-samples.ts';
import { WEBHOOK_HOST } from './webhook-samples.ts';

const app = await startApp({
  webhookHosts: [WEBHOOK_HOST],
  txtRecords: DIRECTORY_RECORDS,
  // With the embedded provider, which directories are a part of.
  keepsAccounts: true,
  // Background work would look like a change made by a refused call.
  sendsWebhooks: false,
  limits: {
    accountLookupsPerMinute: MANY,
    anonymousPerMinute: MANY,
    signedInPerMinute: MANY,
    messagesPerTenMinutes: MANY,
    labStartsPerMinute: MANY,
    visitorAttemptsPerTenMinutes: MANY,
    reportsPerMinute: MANY,
  },
});
const { db } = app.database;
/** The academy that every call is about; `kube` is the other one. */
const TENANT = 'spring';

/** A principal in a test: what it sends, and which person it is. */
interface Made {
  bearer: string | undefined;
  who: TestPerson | null;
}

const DAY_S = 86_400;

/** Makes a principal for one call: a new person. */
const makers: Record<Principal, (call: Call) => Promise<Made>> = {
  visitor: async () => ({ bearer: undefined, who: null }),
  user: () => session({}),
  pro: () => session({ pro: true }),
  expiredPro: () => session({ expiredPro: true }),
  admin: () => session({ admin: true }),
  async exAdmin() {
    const made = await session({ admin: true });
    await demote(made.who);
    return made;
  },
  token: (call) => token(call, { admin: true }),
  tokenWithoutAbility: (call) => token(call, { admin: true, without: true }),
  tokenOfOtherTenant: (call) => token(call, { admin: true, tenant: 'kube' }),
  tokenOfUser: (call) => token(call, {}),
  async tokenOfExAdmin(call) {
    const made = await token(call, { admin: true });
    await demote(made.who);
    return made;
  },
  async expiredToken(call) {
    const made = await token(call, { admin: true });
    const past = new Date(Date.now() - 1_000);
    await db.update(personalAccessToken).set({ expiresAt: past }).where(ownedBy(made.who));
    return made;
  },
  async revokedToken(call) {
    const made = await token(call, { admin: true });
    await db.delete(personalAccessToken).where(ownedBy(made.who));
    return made;
  },
  idToken: () => session({}, { type: null, audience: 'academy-spring' }),
  expired: () => session({ admin: true }, { expiresIn: -60 }),
  forged: () => session({ admin: true }, { forged: true }),
  wrongAudience: () => session({ admin: true }, { audience: 'somewhere-else' }),
  wrongIssuer: () => session({ admin: true }, { issuer: 'https://evil.example.org/' }),
  notYetValid: () => session({ admin: true }, { notBefore: DAY_S, expiresIn: 2 * DAY_S }),
  unsigned: () => session({ admin: true }, { unsigned: true }),
  async endedSession() {
    app.endedGrants.add('ended');
    return session({ admin: true }, { grantId: 'ended' });
  },
  view,
  async endedView() {
    const made = await view();
    await app.call(endViewAs, {}, { tenant: TENANT, bearer: made.bearer ?? '' });
    return made;
  },
};

const refusedOnes = new Map<string, Promise<Made>>();

/** A principal that calls refuse: nothing uses it up, so calls share it, and tokens those of the same ability. */
function refusedOne(principal: Principal, call: Call): Promise<Made> {
  const key = `${principal} ${call.ability}`;
  const made = refusedOnes.get(key) ?? makers[principal](call);
  refusedOnes.set(key, made);
  return made;
}

async function view(): Promise<Made> {
  const who = await app.aPerson();
  return { bearer: await anImpersonation(app, who), who };
}

async function session(
  role: Parameters<typeof app.aPerson>[0],
  override: Parameters<TestPerson['bearer']>[0] = {},
): Promise<Made> {
  const who = await app.aPerson(role);
  // A session of its own, because one call ends it.
  return { bearer: await who.bearer({ grantId: crypto.randomUUID(), ...override }), who };
}

async function token(call: Call, how: { admin?: boolean; without?: boolean; tenant?: string }): Promise<Made> {
  const who = await app.aPerson({ admin: how.admin ?? false });
  const abilities = ABILITIES.filter((ability) => !how.without || ability !== call.ability) as Ability[];
  return { bearer: await app.aToken(who, how.tenant ?? TENANT, abilities), who };
}

async function demote(who: TestPerson | null): Promise<void> {
  await db
    .update(person)
    .set({ isAdmin: false })
    .where(eq(person.personId, who?.personId ?? ''));
}

function ownedBy(who: TestPerson | null) {
  return eq(personalAccessToken.personId, who?.personId ?? '');
}

async function make(call: Call, { bearer, who }: Made) {
  const input = await inputOf(call, app, who);
  const as = { tenant: TENANT, ...(bearer === undefined ? {} : { bearer }) };
  return app.call(call, input, as);
}

const principals = Object.keys(PRINCIPALS) as Principal[];

beforeAll(async () => {
  // One administrator always remains, whatever the calls do.
  await app.aPerson({ admin: true });
  await prepareRecords(app);
});

// Shows security#every-principal
test('every call says what it reaches, and those with parameters have a sample', () => {
  expect(CALLS.filter(({ reach }) => REACHES[reach] === undefined)).toEqual([]);
  const parameters = CALLS.filter(({ params, body }) => params !== undefined || body !== undefined);
  expect(parameters.length).toBeGreaterThan(50);
  expect(parameters.filter(({ name }) => SAMPLES[name] === undefined).map(({ name }) => name)).toEqual([]);
});

describe.each(CALLS.map((call) => [call.name, call] as const))('%s', (_name, call) => {
  const refused = principals.filter((principal) => verdictOf(call, principal) !== 'ok');
  const welcome = principals.filter((principal) => verdictOf(call, principal) === 'ok');

  // Shows clauses#every-call, clauses#roles
  it.each(welcome)('answers: %s', async (principal) => {
    const { status, body } = await make(call, await makers[principal](call));
    expect([status, body.errors]).toEqual([200, []]);
  });

  if (refused.length > 0)
    // Shows security#every-principal
    it('refuses everybody else, and nothing changes', async () => {
      const made = await Promise.all(refused.map((principal) => refusedOne(principal, call)));
      // The samples create their own records before the fingerprint is taken.
      const inputs = await Promise.all(made.map(({ who }) => inputOf(call, app, who)));
      const before = await everything(app);
      const answers: Record<string, unknown> = {};
      for (const [at, principal] of refused.entries()) {
        const as = { tenant: TENANT, ...(made[at]?.bearer === undefined ? {} : { bearer: made[at].bearer }) };
        const { status, body } = await app.call(call, inputs[at] ?? {}, as);
        answers[principal] = [status >= 400 && status < 500, body.errors[0]?.code, body.data];
      }
      expect(answers).toEqual(
        Object.fromEntries(refused.map((principal) => [principal, [true, verdictOf(call, principal), null]])),
      );
      expect(await everything(app)).toBe(before);
    });
});

// Shows clauses#two-call-styles
test('an id token reads the catalogue, but no list of the learner’s own', async () => {
  const { bearer = '' } = await makers.idToken(listCourses);
  const { bearer: access = '' } = await makers.user(listCourses);
  const statusOf = async (as: string, progressFilterRequired: 'true' | 'false') =>
    (await app.call(listCourses, { query: { progressFilterRequired } }, { bearer: as })).status;
  expect([await statusOf(bearer, 'false'), await statusOf(access, 'true')]).toEqual([200, 200]);
  const { status, body } = await app.call(listCourses, { query: { progressFilterRequired: 'true' } }, { bearer });
  expect([status, body.errors[0]?.code]).toEqual([401, 'invalid-token']);
});

describe('records of others and of other academies answer as if they did not exist', () => {
  // Shows security#records-of-others
  it.each(Object.keys(foreignRecords))('%s', async (what) => {
    const { call, principal, foreign, missing } = await (
      foreignRecords[what] as NonNullable<(typeof foreignRecords)[string]>
    )(app);
    const made = await makers[principal](call);
    const before = await everything(app);
    const as = { tenant: TENANT, ...(made.bearer === undefined ? {} : { bearer: made.bearer }) };
    const answers = [];
    for (const input of [foreign, missing]) {
      const { status, body } = await app.call(call, input as CallInput<Call>, as);
      answers.push({ status, errors: body.errors, data: body.data });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.status).toBe(404);
    expect(await everything(app)).toBe(before);
  });
});
