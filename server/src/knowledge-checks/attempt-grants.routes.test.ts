import type { Attempt } from '@academy/contract/knowledge-checks';
import { giveAttemptTime, grantAttempt, grantTaughtAttempt } from '@academy/contract/knowledge-checks-admin';
import { getLearner, getTaughtLearner, type Learner, type TaughtLearner } from '@academy/contract/people-learners';
import type { HeldRole } from '@academy/contract/rules/held-roles';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { auditEvent, knowledgeCheckAttempt, progressEvent } from '../db/tables.ts';
import { type As, dataOf, startAttempts } from './attempts.fixture.ts';

const { app, db, learner, open, submit, listed, answerRight, completedEvents } = await startAttempts();
const admin = await learner({ admin: true });

const grant = (userId: string, attemptId: string) =>
  app.call(grantAttempt, { params: { userId, attemptId } }, admin.as);
const shown = async (userId: string) =>
  dataOf<Learner>(await app.call(getLearner, { params: { userId } }, admin.as)).attempts;
const grantsOf = async (personId: string) =>
  (await db.select().from(auditEvent).where(eq(auditEvent.targetId, personId))).filter(
    ({ action }) => action === 'attempt.grant',
  );

async function failed(lessonId: string): Promise<{ personId: string; as: As; attempt: Attempt }> {
  const { personId, as } = await learner();
  const attempt = await open(lessonId, as);
  await submit(attempt, as);
  return { personId, as, attempt };
}

describe('another attempt at a check that is taken once', () => {
  it('is granted by an administrator and passed by the learner', async () => {
    const { personId, as, attempt } = await failed('once');
    expect(await shown(personId)).toMatchObject([{ passed: false, canGrant: true, grantedAt: null }]);

    const granted = await grant(personId, attempt.attemptId);
    expect(granted.status, JSON.stringify(granted.body)).toBe(200);
    expect(await shown(personId)).toMatchObject([{ canGrant: false, grantedAt: expect.any(String) }]);
    expect((await listed('once', as)).attempts).toMatchObject([{ canRetake: true }]);

    const second = await open('once', as);
    expect(second.attemptId).not.toBe(attempt.attemptId);
    await answerRight(second, as);
    expect(dataOf(await submit(second, as))).toMatchObject({ passed: true });
    expect(await completedEvents(personId, 'once')).toBe(1);
  });

  it('is one more: after it nothing can be begun again', async () => {
    const { personId, as, attempt } = await failed('once');
    await grant(personId, attempt.attemptId);
    const second = await open('once', as);
    await submit(second, as);
    expect((await open('once', as)).attemptId).toBe(second.attemptId);
    expect((await listed('once', as)).attempts).toMatchObject([{ canRetake: false }, { canRetake: false }]);
    expect((await grant(personId, attempt.attemptId)).status).toBe(409);
    expect((await grant(personId, second.attemptId)).status).toBe(200);
  });

  it('is granted and recorded once, for concurrent requests', async () => {
    const { personId, attempt } = await failed('once');
    const replies = await Promise.all(Array.from({ length: 6 }, () => grant(personId, attempt.attemptId)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map((reply) => dataOf<{ grantedAt: string }>(reply).grantedAt)).size).toBe(1);
    expect(await grantsOf(personId)).toMatchObject([
      { tenantId: 'spring', actorId: admin.personId, targetKind: 'person', details: { lesson: 'once' } },
    ]);
  });

  it('is refused for open, passed and repeatable attempts', async () => {
    const again = await failed('open');
    expect(await shown(again.personId)).toMatchObject([{ canGrant: false }]);
    expect((await grant(again.personId, again.attempt.attemptId)).status).toBe(409);

    const { personId, as } = await learner();
    const attempt = await open('once', as);
    expect((await grant(personId, attempt.attemptId)).status).toBe(409);
    await answerRight(attempt, as);
    await submit(attempt, as);
    expect((await grant(personId, attempt.attemptId)).status).toBe(409);
    expect(await grantsOf(personId)).toEqual([]);
  });

  it('needs the attempt and its learner to belong together', async () => {
    const { personId, attempt } = await failed('once');
    const other = await learner();
    expect((await grant(other.personId, attempt.attemptId)).status).toBe(404);
    expect((await grant(personId, crypto.randomUUID())).status).toBe(404);
  });
});

describe('what instructors do for an attempt', () => {
  const teaching = async (scope: string): Promise<As> => {
    const roles: HeldRole[] = [{ role: 'instructor', scope, tenantId: 'spring' }];
    return { bearer: await (await app.aPerson({ roles })).bearer() };
  };
  /** A failed attempt of somebody who learns in the course; the only one, with ten minutes. */
  async function taught() {
    const own = await failed('once');
    const event = { tenantId: 'spring', itemKind: 'lesson', itemId: 'once', kind: 'started' };
    await db.insert(progressEvent).values({ ...event, personId: own.personId, key: 'begun', at: new Date() });
    await db
      .update(knowledgeCheckAttempt)
      .set({ asked: sql`asked || '{"timeLimit": 600}'` })
      .where(eq(knowledgeCheckAttempt.attemptId, own.attempt.attemptId));
    return { ...own, params: { userId: own.personId, attemptId: own.attempt.attemptId } };
  }

  it('is to grant another one, and to give more time for it', async () => {
    const { as, params } = await taught();
    const instructor = await teaching('course:q');
    const seen = async () =>
      dataOf<TaughtLearner>(await app.call(getTaughtLearner, { params: { userId: params.userId } }, instructor))
        .attempts;
    expect(await seen()).toMatchObject([{ canGrant: true, grantedAt: null, moreMinutes: 0 }]);
    expect((await app.call(grantTaughtAttempt, { params }, instructor)).status).toBe(200);
    expect((await app.call(giveAttemptTime, { params, body: { minutes: 5 } }, instructor)).status).toBe(200);
    expect(await seen()).toMatchObject([{ canGrant: false, grantedAt: expect.any(String), moreMinutes: 5 }]);
    const second = await open('once', as);
    expect(second.attemptId).not.toBe(params.attemptId);
    const [row] = await db
      .select()
      .from(knowledgeCheckAttempt)
      .where(eq(knowledgeCheckAttempt.attemptId, second.attemptId));
    expect(row?.moreTime).toBe(300);
    const events = await db.select().from(auditEvent).where(eq(auditEvent.targetId, params.userId));
    expect(events.map(({ action }) => action).sort()).toEqual(['attempt.give-time', 'attempt.grant']);
  });

  it('is refused outside of what they teach, and to learners', async () => {
    const { as, params } = await taught();
    const others = [await teaching('course:other'), as, (await learner()).as];
    for (const [at, who] of others.entries()) {
      const status = at === 0 ? 404 : 403;
      expect((await app.call(grantTaughtAttempt, { params }, who)).status).toBe(status);
      expect((await app.call(giveAttemptTime, { params, body: { minutes: 5 } }, who)).status).toBe(status);
    }
    expect(await grantsOf(params.userId)).toEqual([]);
  });

  it('gives no time to attempts without a limit, and to those that are over', async () => {
    const { personId, params } = await taught();
    const give = (attemptId: string, minutes = 5) =>
      app.call(giveAttemptTime, { params: { userId: personId, attemptId }, body: { minutes } }, admin.as);
    expect((await give(params.attemptId, 1_441)).status).toBe(400);
    const free = await failed('open');
    const own = { params: { userId: free.personId, attemptId: free.attempt.attemptId }, body: { minutes: 5 } };
    expect([404, 409]).toContain((await app.call(giveAttemptTime, own, admin.as)).status);
    await db
      .update(knowledgeCheckAttempt)
      .set({ submittedAt: null, createdAt: new Date(Date.now() - 3_600_000) })
      .where(eq(knowledgeCheckAttempt.attemptId, params.attemptId));
    expect((await give(params.attemptId)).status).toBe(409);
  });
});
