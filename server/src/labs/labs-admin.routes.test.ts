import { type LabSession, startLabSession, terminateLabSession } from '@academy/contract/labs';
import {
  endLabSession,
  exportLabSessions,
  type LabSessionItem,
  listLabEngines,
  listLabSessions,
} from '@academy/contract/labs-admin';
import { completeLesson } from '@academy/contract/lessons';
import { FakePortal, ROBOT } from '@academy/labs/testing/fake-portal';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { labSession } from '../db/lab-tables.ts';
import { auditEvent } from '../db/tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp, type TestApp } from '../testing/start-app.ts';

const portal = new FakePortal({
  workshops: [{ name: 'lab-long', durationSeconds: 3600, deadlineSeconds: 7200, capacity: 100 }],
  maximum: 90,
});
portal.losesEvents = true;

let app: TestApp;
let admin: { bearer: string };
const LAB = { url: 'http://spring.localhost:3000/courses/l/lessons/long', lessonId: 'long' };

beforeAll(async () => {
  const url = await portal.open();
  const portals = [{ name: 'main', url, robot: ROBOT }];
  app = await startApp({ labs: { engines: { spring: 'educates' }, portals, statusEveryMs: 0 } });
  const lessons = [{ id: 'long', type: 'lab' as const, settings: { educates: 'lab-long' } }];
  await publishCourse(app, 'spring', aCourse({ id: 'spring-l', slug: 'l', lessons }));
  admin = { bearer: await (await app.aPerson({ admin: true })).bearer() };
});
afterAll(() => portal.close());

const list = async (tenant = 'spring') =>
  (await app.call(listLabSessions, {}, { ...admin, tenant })).body.data as {
    running: LabSessionItem[];
    runningCount: number;
    failed: LabSessionItem[];
  };

async function aRunningLab() {
  const who = await app.aPerson();
  const as = { bearer: await who.bearer() };
  const { body } = await app.call(startLabSession, { headers: {}, body: LAB }, as);
  return { who, as, session: body.data as LabSession };
}

test('an administrator sees who is in a lab of this academy', async () => {
  const { who, session } = await aRunningLab();
  const { running, runningCount } = await list();
  expect(running[0]).toMatchObject({
    id: session.id,
    learner: { userId: who.personId, name: 'Test Person' },
    title: 'Lesson long',
    path: '/courses/l/lessons/long/lab',
    provider: 'educates',
    state: 'waiting',
  });
  expect(runningCount).toBe(running.length);
  expect(JSON.stringify(running)).not.toContain('token');
  expect(await list('kube')).toEqual({ running: [], runningCount: 0, failed: [] });
});

test('an administrator sees that the lesson of a running lab is completed', async () => {
  const { as, session } = await aRunningLab();
  const completed = async () => (await list()).running.find(({ id }) => id === session.id)?.completed;
  expect(await completed()).toBe(false);
  const lesson = {
    lessonId: 'long',
    courseId: 'spring-l',
    isLastLesson: true,
    operationType: 'COMPLETE_LESSON',
  } as const;
  expect((await app.call(completeLesson, { headers: {}, body: lesson }, as)).status).toBe(200);
  expect(await completed()).toBe(true);
  const file = await app.call(exportLabSessions, {}, { ...admin, tenant: 'spring' });
  expect(file.body.data).toMatch(new RegExp(`,${session.id},yes\\r`));
});

test('an administrator sees what failed, and why', async () => {
  portal.faults.push({ path: '/request/', reply: { status: 500, text: 'Server Error' } });
  const { who } = await aRunningLab();
  const { failed } = await list();
  expect(failed).toEqual([
    expect.objectContaining({
      learner: { userId: who.personId, name: 'Test Person' },
      endReason: 'failed',
      problem: 'provider-error',
    }),
  ]);
});

test('an administrator ends a lab, which the audit log records', async () => {
  const { session, as } = await aRunningLab();
  const before = portal.sessions.length;
  const end = (tenant = 'spring') => app.call(endLabSession, { params: { id: session.id } }, { ...admin, tenant });
  expect((await end('kube')).status).toBe(404);
  expect((await end()).body.data).toMatchObject({ state: 'ended', endReason: 'terminated' });
  expect((await end()).status).toBe(200);
  expect(portal.sessions.length).toBe(before - 1);
  expect((await app.call(terminateLabSession, { params: { id: session.id } }, as)).status).toBe(200);
  const audit = await app.database.db.select().from(auditEvent).where(eq(auditEvent.targetId, session.id));
  expect(audit).toEqual([
    expect.objectContaining({ action: 'lab.end', targetKind: 'lab-session', tenantId: 'spring' }),
  ]);
});

test('an administrator sees whether the engines reply', async () => {
  const engines = async (tenant = 'spring') =>
    (await app.call(listLabEngines, {}, { ...admin, tenant })).body.data as { engines: unknown[] };
  const place = { provider: 'educates', warning: null, name: 'main', host: new URL(portal.url).host };
  expect(await engines()).toEqual({
    engines: [{ ...place, problem: null, sessions: portal.sessions.length, maximum: 90 }],
  });
  portal.faults.push({ path: '/catalog/', reply: 'hang-up' });
  expect(await engines()).toEqual({ engines: [{ ...place, problem: 'unavailable', sessions: null, maximum: null }] });
  expect(await engines('kube')).toEqual({
    engines: [
      { provider: 'browser', name: null, host: null, problem: null, sessions: null, maximum: null, warning: null },
    ],
  });
});

test('an expired lab of an absent learner is not listed', async () => {
  const { session } = await aRunningLab();
  const { db } = app.database;
  await db
    .update(labSession)
    .set({ state: 'running', expiresAt: new Date(Date.now() - 1_000) })
    .where(eq(labSession.sessionId, session.id));
  portal.advance(61);
  const { running } = await list();
  expect(running.map(({ id }) => id)).not.toContain(session.id);
  const [row] = await db.select().from(labSession).where(eq(labSession.sessionId, session.id));
  expect(row).toMatchObject({ state: 'ended', endReason: 'expired' });
});
