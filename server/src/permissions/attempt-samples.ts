import { type Attempt, openAttempt, submitAttempt } from '@academy/contract/knowledge-checks';
import { giveAttemptTime, grantTaughtAttempt } from '@academy/contract/knowledge-checks-admin';
import { eq, sql } from 'drizzle-orm';
import { knowledgeCheckAttempt, progressEvent } from '../db/tables.ts';
import type { TestApp, TestPerson } from '../testing/start-app.ts';
import type { MakeForeign, Sample } from './permission-records.ts';
import { joinGroup } from './role-samples.ts';

/** An attempt of the principal's own, or of a visitor. */
export async function anAttempt(app: TestApp, who: TestPerson | null, tenant = 'spring') {
  const as = who === null ? {} : { bearer: await who.bearer() };
  const { body } = await app.call(openAttempt, { body: { lessonId: `${tenant}-check` } }, { ...as, tenant });
  const { attemptId, questions } = body.data as Attempt;
  return { attemptId, questionKey: questions[0]?.questionKey ?? '' };
}

/** A learner's only attempt at a check, which did not pass and had a time limit. */
export async function aFailedAttempt(app: TestApp, tenant = 'spring') {
  const learner = await app.aPerson();
  const { attemptId } = await anAttempt(app, learner, tenant);
  await app.call(submitAttempt, { params: { attemptId } }, { tenant, bearer: await learner.bearer() });
  await app.database.db
    .update(knowledgeCheckAttempt)
    .set({ asked: sql`asked || '{"attempts": 1, "timeLimit": 600}'` })
    .where(eq(knowledgeCheckAttempt.attemptId, attemptId));
  return { userId: learner.personId, attemptId };
}

/** The same of a learner of the course and of the group. */
async function aTaughtAttempt(app: TestApp) {
  const params = await aFailedAttempt(app);
  await joinGroup(app, params.userId);
  await app.database.db.insert(progressEvent).values({
    ...{ personId: params.userId, tenantId: 'spring', itemKind: 'lesson', itemId: 'spring-lesson' },
    ...{ key: crypto.randomUUID(), kind: 'started', at: new Date() },
  });
  return params;
}

export const attemptSamples: Readonly<Record<string, Sample>> = {
  grantAttempt: async (app) => ({ params: await aFailedAttempt(app) }),
  grantTaughtAttempt: async (app) => ({ params: await aTaughtAttempt(app) }),
  giveAttemptTime: async (app) => ({ params: await aTaughtAttempt(app), body: { minutes: 10 } }),
};

export const foreignAttempts: Readonly<Record<string, MakeForeign>> = {
  'an attempt of a learner of another academy': async (app) => ({
    call: grantTaughtAttempt,
    principal: 'instructor',
    foreign: { params: await aFailedAttempt(app, 'kube') },
    missing: { params: { userId: crypto.randomUUID(), attemptId: crypto.randomUUID() } },
  }),
  'the time of a learner of another academy': async (app) => ({
    call: giveAttemptTime,
    principal: 'instructor',
    foreign: { params: await aFailedAttempt(app, 'kube'), body: { minutes: 1 } },
    missing: { params: { userId: crypto.randomUUID(), attemptId: crypto.randomUUID() }, body: { minutes: 1 } },
  }),
};
