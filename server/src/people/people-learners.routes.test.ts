import { openAttempt } from '@academy/contract/knowledge-checks';
import { completeLesson } from '@academy/contract/lessons';
import { setMembership } from '@academy/contract/people-admin';
import { getLearner, type Learner } from '@academy/contract/people-learners';
import { createToken } from '@academy/contract/personal-access-tokens';
import { expect, test } from 'vitest';
import { prepareRecords } from '../permissions/permission-records.ts';
import { startApp } from '../testing/start-app.ts';

const app = await startApp();
await prepareRecords(app);
const admin = await app.aPerson({ admin: true });

async function learnerOf(userId: string): Promise<Learner> {
  const { status, body } = await app.call(getLearner, { params: { userId } }, { bearer: await admin.bearer() });
  expect(status, JSON.stringify(body.errors)).toBe(200);
  return body.data as Learner;
}

test("an administrator sees a learner's progress in all academies", async () => {
  const lena = await app.aPerson();
  const bearer = await lena.bearer();
  const complete = (tenant: string) =>
    app.call(
      completeLesson,
      {
        body: {
          courseId: `${tenant}-course`,
          lessonId: `${tenant}-lesson`,
          isLastLesson: false,
          operationType: 'COMPLETE_LESSON',
        },
      },
      { tenant, bearer },
    );
  expect((await complete('spring')).status).toBe(200);
  expect((await complete('kube')).status).toBe(200);
  await app.call(openAttempt, { body: { lessonId: 'spring-check' } }, { tenant: 'spring', bearer });
  const token = { name: 'mine', abilities: ['progress:read' as const] };
  await app.call(createToken, { body: token }, { tenant: 'spring', bearer });
  const membership = { startsAt: '2020-01-01T00:00:00.000Z', endsAt: '2099-01-01T00:00:00.000Z' };
  const input = { params: { userId: lena.personId }, body: membership };
  await app.call(setMembership, input, { tenant: 'spring', bearer: await admin.bearer() });

  const learner = await learnerOf(lena.personId);
  expect(learner.person).toMatchObject({ userId: lena.personId, email: lena.email, isPro: true, membership });
  expect(learner.courses).toEqual([
    expect.objectContaining({ tenantId: 'spring', courseId: 'spring-course', completedLesson: 1, lessonsCount: 3 }),
    expect.objectContaining({ tenantId: 'kube', courseId: 'kube-course', completedLesson: 1, lessonsCount: 3 }),
  ]);
  expect(learner.attempts).toMatchObject([{ tenantId: 'spring', submittedAt: null, total: 1 }]);
  expect(learner.tokens).toMatchObject([{ name: 'mine', abilities: ['progress:read'] }]);
  expect(learner.audit.map(({ action }) => action)).toEqual(['person.set-membership']);
  expect(JSON.stringify(learner)).not.toMatch(/hash|"asked"|academy_/i);
});

test('a new person has no entries, and an unknown one no page', async () => {
  const { personId } = await app.aPerson();
  const empty = { courses: [], attempts: [], certificates: [], labs: [], sessions: [], tokens: [], audit: [] };
  expect(await learnerOf(personId)).toMatchObject(empty);
  const missing = { params: { userId: crypto.randomUUID() } };
  expect((await app.call(getLearner, missing, { bearer: await admin.bearer() })).status).toBe(404);
});
