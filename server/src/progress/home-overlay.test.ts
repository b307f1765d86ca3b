import { getProgressOverlay } from '@academy/contract/progress';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { person, progressEvent } from '../db/tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp, type TestPerson } from '../testing/start-app.ts';

const app = await startApp();
const { db } = app.database;
const MADE = '2026-01-05T10:00:00.000Z';

beforeAll(async () => {
  for (const tenant of ['spring', 'kube']) {
    await publishCourse(app, tenant, aCourse({ id: `${tenant}-rest`, lessons: [{ id: `${tenant}-rest-intro` }] }));
  }
});

async function aLearner(): Promise<TestPerson> {
  const learner = await app.aPerson();
  await db
    .update(person)
    .set({ createdAt: new Date(MADE) })
    .where(eq(person.personId, learner.personId));
  return learner;
}

async function lastActiveAt(learner: TestPerson, kind: 'home' | 'courses' = 'home') {
  const as = { tenant: 'spring', bearer: await learner.bearer() };
  const { status, body } = await app.call(getProgressOverlay, { query: { kind } }, as);
  expect(status).toBe(200);
  return (body.data as { lastActiveAt?: string }).lastActiveAt;
}

const happened = (learner: TestPerson, at: string, more: { itemKind?: string; tenantId?: string } = {}) =>
  db.insert(progressEvent).values({
    personId: learner.personId,
    key: crypto.randomUUID(),
    tenantId: 'spring',
    itemKind: 'lesson',
    itemId: 'spring-rest-intro',
    kind: 'started',
    at: new Date(at),
    ...more,
  });

test('news start with the account of a learner without activity', async () => {
  expect(await lastActiveAt(await aLearner())).toBe(MADE);
});

test("news start with the learner's last activity before today", async () => {
  const learner = await aLearner();
  await happened(learner, '2026-02-01T10:00:00.000Z');
  await happened(learner, '2026-03-01T10:00:00.000Z', { itemKind: 'guide' });
  await happened(learner, '2026-04-01T10:00:00.000Z', { tenantId: 'kube' });
  await happened(learner, new Date().toISOString());
  expect(await lastActiveAt(learner)).toBe('2026-03-01T10:00:00.000Z');
});

test('only the home page gets it', async () => {
  expect(await lastActiveAt(await aLearner(), 'courses')).toBeUndefined();
});
