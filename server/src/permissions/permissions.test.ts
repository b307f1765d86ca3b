import type { Call, CallInput } from '@academy/contract/call';
import { CALLS } from '@academy/contract/calls';
import { listCourses } from '@academy/contract/courses';
import { REACHES } from '@academy/contract/permissions';
import { describe, expect, it, test } from 'vitest';
import { anAcademyOfSamples, everyPrincipalMakes } from './every-principal.fixture.ts';
import { everything } from './permission-records.ts';
import { foreignRecords, SAMPLES } from './permission-samples.ts';
import { makersOf, TENANT } from './principals.ts';

const app = await anAcademyOfSamples();
const makers = makersOf(app);

// Shows security#every-principal
test('every call says what it reaches, and those with parameters have a sample', () => {
  expect(CALLS.filter(({ reach }) => REACHES[reach] === undefined)).toEqual([]);
  const parameters = CALLS.filter(({ params, body }) => params !== undefined || body !== undefined);
  expect(parameters.length).toBeGreaterThan(50);
  expect(parameters.filter(({ name }) => SAMPLES[name] === undefined).map(({ name }) => name)).toEqual([]);
});

// Shows clauses#every-call, clauses#roles, security#every-principal
describe('calls that only read', () =>
  everyPrincipalMakes(
    app,
    CALLS.filter(({ changes }) => !changes),
  ));

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
