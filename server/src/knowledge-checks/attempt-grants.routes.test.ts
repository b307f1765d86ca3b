import type { Attempt } from '@academy/contract/knowledge-checks';
import { grantAttempt } from '@academy/contract/knowledge-checks-admin';
import { getLearner, type Learner } from '@academy/contract/people-learners';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { auditEvent } from '../db/tables.ts';
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
