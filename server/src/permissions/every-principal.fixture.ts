import type { Call } from '@academy/contract/call';
import { PRINCIPALS, type Principal, verdictOf } from '@academy/contract/permissions';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { DIRECTORY_RECORDS } from './directory-samples.ts';
import { everything, prepareRecords } from './permission-records.ts';
import { inputOf } from './permission-samples.ts';
import { type Made, makersOf, TENANT } from './principals.ts';
import { WEBHOOK_HOST } from './webhook-samples.ts';

const MANY = 1_000_000;

/** An academy in which principals make calls, with the records that samples name. */
export async function anAcademyOfSamples(): Promise<TestApp> {
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
  beforeAll(async () => {
    // One administrator always remains, whatever the calls do.
    await app.aPerson({ admin: true });
    await prepareRecords(app);
  });
  return app;
}

const principals = Object.keys(PRINCIPALS) as Principal[];

/** Makes each call as every principal: who may gets an answer, everybody else the code of the contract. */
export function everyPrincipalMakes(app: TestApp, calls: readonly Call[]): void {
  const makers = makersOf(app);
  const sharedOnes = new Map<string, Promise<Made>>();

  /**
   * A principal that nothing uses up, because a call refuses it or only reads: calls share it, and tokens those of the same
   * ability.
   */
  function sharedOne(principal: Principal, call: Call): Promise<Made> {
    const key = `${principal} ${call.ability}`;
    const made = sharedOnes.get(key) ?? makers[principal](call);
    sharedOnes.set(key, made);
    return made;
  }

  async function make(call: Call, { bearer, who }: Made) {
    const input = await inputOf(call, app, who);
    const as = { tenant: TENANT, ...(bearer === undefined ? {} : { bearer }) };
    return app.call(call, input, as);
  }

  describe.each(calls.map((call) => [call.name, call] as const))('%s', (_name, call) => {
    const refused = principals.filter((principal) => verdictOf(call, principal) !== 'ok');
    const welcome = principals.filter((principal) => verdictOf(call, principal) === 'ok');

    it.each(welcome)('answers: %s', async (principal) => {
      const { status, body } = await make(
        call,
        await (call.changes ? makers[principal](call) : sharedOne(principal, call)),
      );
      expect([status, body.errors]).toEqual([200, []]);
    });

    if (refused.length > 0)
      it('refuses everybody else, and nothing changes', async () => {
        const made = await Promise.all(refused.map((principal) => sharedOne(principal, call)));
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
}
