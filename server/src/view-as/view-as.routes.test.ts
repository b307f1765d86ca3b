import { getAccount, updateAccount } from '@academy/contract/account';
import { listAuditEvents } from '@academy/contract/audit';
import { CALLS } from '@academy/contract/calls';
import { listMyCertificates } from '@academy/contract/certificates';
import { listFavorites } from '@academy/contract/favorites';
import { completeLesson } from '@academy/contract/lessons';
import { getMyAccess } from '@academy/contract/people';
import { toggleAdmin } from '@academy/contract/people-admin';
import { getProgressOverlay, getProgressVersion } from '@academy/contract/progress';
import { reportBrowserError } from '@academy/contract/reports';
import { refusalDuringImpersonation } from '@academy/contract/rules/viewable';
import { endLocalSession } from '@academy/contract/sign-in';
import { getStats } from '@academy/contract/stats';
import { endViewAs, IMPERSONATION_MS, startViewAs } from '@academy/contract/view-as';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { certificate } from '../db/certificate-tables.ts';
import { person } from '../db/tables.ts';
import { viewAs } from '../db/view-as-tables.ts';
import { removePerson } from '../people/remove-person.ts';
import { anImpersonation, everything, prepareRecords } from '../permissions/permission-records.ts';
import { inputOf } from '../permissions/permission-samples.ts';
import { WEBHOOK_HOST } from '../permissions/webhook-samples.ts';
import { startApp, type TestPerson } from '../testing/start-app.ts';

const MANY = 1_000_000;
const limits = { signedInPerMinute: MANY, anonymousPerMinute: MANY, accountLookupsPerMinute: MANY };
const app = await startApp({ webhookHosts: [WEBHOOK_HOST], sendsWebhooks: false, limits });
const { db } = app.database;
const spring = (bearer: string) => ({ tenant: 'spring', bearer });

const COMPLETION = {
  body: {
    courseId: 'spring-course',
    lessonId: 'spring-lesson',
    isLastLesson: false,
    operationType: 'COMPLETE_LESSON' as const,
  },
};

beforeAll(async () => {
  await app.aPerson({ admin: true });
  await prepareRecords(app);
});

async function aPair(): Promise<{ admin: TestPerson; learner: TestPerson; view: string }> {
  const [admin, learner] = await Promise.all([app.aPerson({ admin: true }), app.aPerson()]);
  return { admin, learner, view: await anImpersonation(app, learner, admin) };
}

const statusOf = async (view: string) => (await app.call(getMyAccess, {}, spring(view))).status;

describe('an administrator who impersonates a learner', () => {
  test('sees what the learner sees, without the rights of either', async () => {
    const { learner, view } = await aPair();
    await app.call(completeLesson, COMPLETION, spring(await learner.bearer()));
    const [access, overlay, theirs] = await Promise.all([
      app.call(getMyAccess, {}, spring(view)),
      app.call(getProgressOverlay, { query: { kind: 'courses' } }, spring(view)),
      app.call(getProgressOverlay, { query: { kind: 'courses' } }, spring(await learner.bearer())),
    ]);
    expect(access.body.data).toMatchObject({ userId: learner.personId, email: learner.email, isAdmin: false });
    expect(overlay.body.data).toEqual(theirs.body.data);
    expect(JSON.stringify(overlay.body.data)).toContain('spring-course');
  });

  test("gets half an hour and the name, and the token's hash is stored", async () => {
    const [admin, learner] = await Promise.all([app.aPerson({ admin: true }), app.aPerson()]);
    const input = { params: { userId: learner.personId } };
    const { body } = await app.call(startViewAs, input, spring(await admin.bearer()));
    const { token, name, expiresAt } = body.data as { token: string; name: string; expiresAt: string };
    expect(name).toBe('Test Person');
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - IMPERSONATION_MS)).toBeLessThan(60_000);
    const [row] = await db.select().from(viewAs).where(eq(viewAs.viewedId, learner.personId));
    expect(row).toMatchObject({ adminId: admin.personId, tenantId: 'spring', endedAt: null });
    expect(JSON.stringify(row)).not.toContain(token.split('.')[2]);
  });

  test('cannot choose an administrator, nor themselves', async () => {
    const [admin, other] = await Promise.all([app.aPerson({ admin: true }), app.aPerson({ admin: true })]);
    for (const { personId } of [admin, other]) {
      const answer = await app.call(startViewAs, { params: { userId: personId } }, spring(await admin.bearer()));
      expect([answer.status, answer.body.errors[0]?.code]).toEqual([409, 'conflict']);
    }
  });

  test('may only end the impersonation and report errors', () => {
    const answered = CALLS.filter((call) => call.changes && refusalDuringImpersonation(call) === null);
    expect(answered).toEqual([endViewAs, reportBrowserError]);
  });

  test.each(
    CALLS.filter((call) => call.changes && refusalDuringImpersonation(call) !== null).map(
      (call) => [call.name, call] as const,
    ),
  )('cannot change anything by %s', async (_name, call) => {
    const { learner, view } = await aPair();
    const input = await inputOf(call, app, learner);
    const before = await everything(app);
    const { status, body } = await app.call(call, input, spring(view));
    expect([status, body.errors]).toEqual([
      403,
      [expect.objectContaining({ code: 'view-only', errorMessage: expect.stringMatching(/nothing can be changed/) })],
    ]);
    expect(await everything(app)).toBe(before);
  });

  test.each(
    CALLS.filter((call) => call !== endViewAs && refusalDuringImpersonation(call) === null).map(
      (call) => [call.name, call] as const,
    ),
  )('leaves no trace by %s', async (_name, call) => {
    const { learner, view } = await aPair();
    const input = await inputOf(call, app, learner);
    const before = await everything(app);
    const { status } = await app.call(call, input, spring(view));
    expect(status).toBe(200);
    expect(await everything(app)).toBe(before);
  });

  test('sees no sessions, tokens, labs or exports', () => {
    const hidden = CALLS.filter(
      (call) => ['user', 'optional'].includes(call.who) && !call.changes && refusalDuringImpersonation(call),
    );
    expect(hidden.map(({ name }) => name).sort()).toEqual([
      'exportAccount',
      'getGuideLab',
      'getLabSession',
      'getLabSolution',
      'getLessonLab',
      'getRunningLab',
      'listSessions',
      'listTokens',
    ]);
  });

  test('does not cause a waiting certificate', async () => {
    const { learner, view } = await aPair();
    const all = ['spring-lesson', 'spring-check', 'spring-lab'];
    await db.execute(sql`
      insert into progress_event (person_id, tenant_id, item_kind, item_id, kind, key, at)
      select ${learner.personId}, 'spring', 'lesson', id, 'completed', id, now()
      from unnest(${sql.param(all)}::text[]) as id`);
    const seen = await app.call(listMyCertificates, {}, spring(view));
    expect(seen.body.data).toEqual({ result: [] });
    expect(await db.$count(certificate, eq(certificate.personId, learner.personId))).toBe(0);
    const own = await app.call(listMyCertificates, {}, spring(await learner.bearer()));
    // The course, and the learning path that contains only it.
    expect((own.body.data as { result: unknown[] }).result).toHaveLength(2);
  });

  test("changes neither the statistics nor the learner's progress version", async () => {
    const { admin, learner, view } = await aPair();
    const mine = async () => {
      const [mark, counted] = await Promise.all([
        app.call(getProgressVersion, {}, spring(await learner.bearer())),
        app.call(getStats, {}, spring(await admin.bearer())),
      ]);
      const { stats } = counted.body.data as { stats: { weeks: unknown } };
      expect(stats.weeks).toBeDefined();
      return [mark.body.data, { ...stats, madeAt: null }];
    };
    const before = await mine();
    await app.call(getAccount, {}, spring(view));
    await app.call(listFavorites, {}, spring(view));
    await app.call(completeLesson, COMPLETION, spring(view));
    expect(await mine()).toEqual(before);
  });

  test("does not use up the learner's rate limit", async () => {
    const few = await startApp({ limits: { signedInPerMinute: 3 } });
    const [admin, learner] = await Promise.all([few.aPerson({ admin: true }), few.aPerson()]);
    const view = await anImpersonation(few, learner, admin);
    for (const status of [200, 200, 429]) expect((await few.call(getMyAccess, {}, spring(view))).status).toBe(status);
    expect((await few.call(getMyAccess, {}, spring(await learner.bearer()))).status).toBe(200);
  });
});

describe('an impersonation ends', () => {
  const over = async (view: string) => {
    const { status, body } = await app.call(getMyAccess, {}, spring(view));
    expect([status, body.errors[0]?.code]).toEqual([401, 'invalid-token']);
  };

  test('after half an hour', async () => {
    const { learner, view } = await aPair();
    expect(await statusOf(view)).toBe(200);
    await db
      .update(viewAs)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(viewAs.viewedId, learner.personId));
    await over(view);
  });

  test('when it is ended, by itself or by its administrator’s session', async () => {
    const [one, two] = [await aPair(), await aPair()];
    expect((await app.call(endViewAs, {}, spring(one.view))).body.data).toEqual({ ended: 1 });
    await over(one.view);
    expect(await statusOf(two.view)).toBe(200);
    expect((await app.call(endViewAs, {}, spring(await two.admin.bearer()))).body.data).toEqual({ ended: 1 });
    await over(two.view);
  });

  test('as soon as its administrator loses the role', async () => {
    const { admin, view } = await aPair();
    const chief = await app.aPerson({ admin: true });
    const input = { params: { userId: admin.personId }, query: { toggle: 'false' as const } };
    await app.call(toggleAdmin, input, spring(await chief.bearer()));
    await over(view);
  });

  test('as soon as the learner becomes an administrator', async () => {
    const { learner, view } = await aPair();
    await db.update(person).set({ isAdmin: true }).where(eq(person.personId, learner.personId));
    await over(view);
  });

  test('when the administrator logs out', async () => {
    const [admin, learner] = await Promise.all([app.aPerson({ admin: true }), app.aPerson()]);
    const bearer = await admin.bearer({ grantId: 'of-this-log-in' });
    const started = await app.call(startViewAs, { params: { userId: learner.personId } }, spring(bearer));
    const { token } = started.body.data as { token: string };
    expect(await statusOf(token)).toBe(200);
    await app.call(endLocalSession, {}, spring(bearer));
    await over(token);
  });

  test('when the learner or the administrator is deleted', async () => {
    const [one, two] = [await aPair(), await aPair()];
    await db.transaction((tx) => removePerson(tx, one.learner.personId));
    await over(one.view);
    await db.transaction((tx) => removePerson(tx, two.admin.personId));
    await over(two.view);
  });

  test('in every other academy from the start', async () => {
    const { view } = await aPair();
    const { status, body } = await app.call(getMyAccess, {}, { tenant: 'kube', bearer: view });
    expect([status, body.errors[0]?.code]).toEqual([403, 'token-tenant']);
  });

  test('when a letter of its token is changed', async () => {
    const { learner, view } = await aPair();
    const claims = Buffer.from(JSON.stringify({ sub: learner.personId, name: 'Somebody Else' })).toString('base64url');
    await over(view.replace(/\.[^.]+\./, `.${claims}.`));
  });
});

test('the audit log records who impersonated whom and when', async () => {
  const { admin, learner, view } = await aPair();
  await app.call(updateAccount, { body: { firstName: 'No', lastName: 'Body' } }, spring(view));
  await app.call(endViewAs, {}, spring(view));
  const query = { target: learner.personId };
  const { body } = await app.call(listAuditEvents, { query }, spring(await admin.bearer()));
  const { content, kinds } = (body.data as { result: { content: object[]; kinds: string[] } }).result;
  const entry = { actorId: admin.personId, actorName: admin.email, address: '127.0.0.1', tenantId: 'spring' };
  expect(content).toEqual([
    expect.objectContaining({ ...entry, action: 'view-as.end', details: { email: learner.email } }),
    expect.objectContaining({
      ...entry,
      action: 'view-as.start',
      details: { email: learner.email, expiresAt: expect.any(String) },
    }),
  ]);
  expect(kinds).toContain('view-as');
});
