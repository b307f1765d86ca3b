import { exportAccount } from '@academy/contract/account';
import type { CallReply } from '@academy/contract/call';
import {
  getLabSession,
  getLabSolution,
  getLessonLab,
  LAB_STEP_EVENTS,
  LAB_STEPS,
  LAB_STEPS_LATE_MS,
  type Lab,
  type LabSession,
  recordLabSteps,
  startLabSession,
  terminateLabSession,
} from '@academy/contract/labs';
import { getLabSteps } from '@academy/contract/labs-admin';
import { labSteps, type StepEvent } from '@academy/contract/rules/lab-steps';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { labSession, labStep } from '../db/lab-tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { anItem, aWorkshop } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp } from '../testing/start-app.ts';

const app = await startApp();
const { db } = app.database;

const LAB = { url: 'http://spring.localhost:3000/courses/l/lessons/here', lessonId: 'here' };
const CHECK = '```examiner:execute-test\nname: is-there\ntitle: It is there\nhint: Look around\n```\n';

beforeAll(async () => {
  const lessons = [{ id: 'here', type: 'lab' as const, settings: { educates: 'lab-here' } }];
  await publishCourse(app, 'spring', aCourse({ id: 'spring-l', slug: 'l', lessons }));
  const files = {
    'workshop/content/02-go-on.md': CHECK,
    'workshop/examiner/tests/is-there': '#!/bin/bash\ntest -f x\n',
    'exercises/a.txt': 'before',
    'solution/a.txt': 'after',
  };
  await publishItem(app, 'spring', aWorkshop('lab-here', 'The lab', { more: files }));
  await publishItem(app, 'spring', aWorkshop('lab-other', 'Another lab'));
  await publishItem(
    app,
    'spring',
    anItem('guide', { id: 'spring-g', type: 'lab', settings: { educates: 'lab-other' } }),
  );
});

/** A learner with a running lab. */
async function aLearner() {
  const who = await app.aPerson();
  const bearer = await who.bearer();
  const { body } = await app.call(startLabSession, { headers: {}, body: LAB }, { bearer });
  const { id } = body.data as LabSession;
  const params = { id };
  return {
    id,
    bearer,
    async record(...events: StepEvent[]) {
      const reply = await app.call(recordLabSteps, { params, body: { events } }, { bearer });
      return [reply.status, reply.body.errors[0]?.code ?? null];
    },
    async steps() {
      return ((await app.call(getLabSession, { params }, { bearer })).body.data as CallReply<typeof getLabSession>)
        .steps;
    },
    end: () => app.call(terminateLabSession, { params }, { bearer }),
    solution: async () => (await app.call(getLabSolution, { params }, { bearer })).body,
  };
}

const at = (minute: number) => new Date(Date.now() + minute * 60_000).toISOString();
const eventOf = (
  step: string,
  result: StepEvent['result'],
  tries: number,
  moment: string,
  exitStatus = 0,
): StepEvent => ({
  ...{ step, result, tries, exitStatus },
  at: moment,
});

test('tries of a step make one record, also doubled, late and in another order', async () => {
  const ada = await aLearner();
  const [first, second, third] = [at(1), at(2), at(3)];
  const tries = [
    eventOf('02-go-on#a', 'failed', 1, first, 3),
    eventOf('02-go-on#a', 'done', 2, second),
    eventOf('02-go-on#a', 'failed', 3, third, 4),
  ] as const;
  expect(await ada.record(tries[2], tries[0])).toEqual([200, null]);
  expect(await ada.record(tries[1])).toEqual([200, null]);
  expect(await ada.record(...tries, tries[0])).toEqual([200, null]);
  expect(await ada.steps()).toEqual([
    { step: '02-go-on#a', tries: 3, failed: true, firstAt: first, lastAt: third, doneAt: second, exitStatus: 4 },
  ]);
});

test('tries that arrive at the same moment are all kept', async () => {
  const ada = await aLearner();
  const sent = Array.from({ length: 8 }, (_one, n) => ada.record(eventOf('01-start#a', 'failed', n + 1, at(n))));
  await Promise.all(sent);
  expect(await ada.steps()).toEqual([expect.objectContaining({ tries: 8 })]);
});

test('a moment far from the session is taken for its start', async () => {
  const ada = await aLearner();
  await ada.record(eventOf('01-start#a', 'done', 1, '1999-01-01T00:00:00.000Z'));
  const [session] = await db.select().from(labSession).where(eq(labSession.sessionId, ada.id));
  expect(await ada.steps()).toEqual([expect.objectContaining({ doneAt: session?.startedAt.toISOString() })]);
});

test('steps and solution belong to the learner of the session', async () => {
  const [ada, eve] = [await aLearner(), await aLearner()];
  const params = { id: ada.id };
  const body = { events: [eventOf('01-start#a', 'done', 1, at(0))] };
  for (const as of [{ bearer: eve.bearer }, { bearer: ada.bearer, tenant: 'kube' }]) {
    expect((await app.call(recordLabSteps, { params, body }, as)).status).toBe(404);
    expect((await app.call(getLabSolution, { params }, as)).status).toBe(404);
  }
  expect(await ada.steps()).toEqual([]);
});

test('tries may come for a day after the lab has ended', async () => {
  const ada = await aLearner();
  await ada.end();
  const event = eventOf('01-start#a', 'done', 1, at(0));
  expect(await ada.record(event)).toEqual([200, null]);
  expect(await ada.steps()).toHaveLength(1);
  const lastSeenAt = new Date(Date.now() - LAB_STEPS_LATE_MS - 1_000);
  await db.update(labSession).set({ lastSeenAt }).where(eq(labSession.sessionId, ada.id));
  expect(await ada.record(event)).toEqual([409, 'lab-ended']);
});

test('requests and sessions have a limited number of steps', async () => {
  const ada = await aLearner();
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_one, n) => eventOf(`01-start#${from + n}`, 'done', 1, at(0)));
  expect(await ada.record(...many(0, LAB_STEP_EVENTS + 1))).toEqual([400, 'invalid-input']);
  for (let from = 0; from < LAB_STEPS + LAB_STEP_EVENTS; from += LAB_STEP_EVENTS)
    expect(await ada.record(...many(from, LAB_STEP_EVENTS))).toEqual([200, null]);
  expect(await ada.steps()).toHaveLength(LAB_STEPS);
  // Known ones still change.
  await ada.record(eventOf('01-start#0', 'failed', 2, at(1)));
  expect((await ada.steps()).find(({ step }) => step === '01-start#0')).toMatchObject({ tries: 2, failed: true });
});

test('the solution is sent on request, to learners of a running lab', async () => {
  const ada = await aLearner();
  const { body } = await app.call(getLessonLab, { query: LAB }, { bearer: ada.bearer });
  expect((body.data as Lab).content?.hasSolution).toBe(true);
  expect(JSON.stringify(body)).not.toContain('after');
  expect((await ada.solution()).data).toEqual({ files: [{ path: 'exercises/a.txt', text: 'after' }] });
  await ada.end();
  expect((await ada.solution()).errors[0]?.code).toBe('lab-ended');
});

test('the export of an account has its steps', async () => {
  const ada = await aLearner();
  await ada.record(eventOf('01-start#a', 'done', 1, at(0)));
  const { body } = await app.call(exportAccount, {}, { bearer: ada.bearer });
  const { data } = body.data as { data: Record<string, unknown[]> };
  expect(data.labSteps).toEqual([expect.objectContaining({ item_id: 'here', step: '01-start#a', tries: 1 })]);
});

test('authors see how learners get on with each step', async () => {
  await db.delete(labStep);
  await db.delete(labSession);
  const ada = await aLearner();
  const { body } = await app.call(getLessonLab, { query: LAB }, { bearer: ada.bearer });
  const [run, check] = labSteps((body.data as Lab).content?.pages ?? []).map(({ key }) => key);
  if (run === undefined || check === undefined) throw new Error('the lab has no steps');
  await ada.record(eventOf(run, 'done', 1, at(0)), eventOf(check, 'failed', 1, at(1), 1));
  await ada.record(eventOf(check, 'done', 2, at(2)), eventOf('of an earlier version', 'done', 1, at(2)));
  await ada.end();
  // A second session of the same learner, in which nothing fails.
  const second = (await app.call(startLabSession, { headers: {}, body: LAB }, { bearer: ada.bearer })).body;
  const params = { id: (second.data as LabSession).id };
  const solved = { events: [eventOf(check, 'done', 1, at(3))] };
  await app.call(recordLabSteps, { params, body: solved }, { bearer: ada.bearer });
  const eve = await aLearner();
  await eve.record(eventOf(check, 'failed', 1, at(1), 1));
  await aLearner();

  const admin = { bearer: await (await app.aPerson({ admin: true })).bearer() };
  const counts = async (workshop?: string, tenant = 'spring') =>
    (await app.call(getLabSteps, { query: workshop === undefined ? {} : { workshop } }, { ...admin, tenant })).body
      .data;
  expect(await counts('lab-here')).toEqual({
    labs: [
      { workshop: 'lab-other', title: 'Another lab' },
      { workshop: 'lab-here', title: 'The lab' },
    ],
    workshop: 'lab-here',
    learners: 3,
    steps: [
      {
        ...{ key: run, page: 'Start here', action: 'terminal:execute', text: 'ls', line: 3 },
        ...{ learners: 1, done: 1, failed: 0, proved: 0, tries: 1 },
      },
      {
        ...{ key: check, page: 'Go on', action: 'examiner:execute-test', text: 'It is there', line: 1 },
        ...{ learners: 2, done: 1, failed: 2, proved: 0, tries: 2 },
      },
    ],
  });
  expect(await counts()).toMatchObject({ workshop: 'lab-other', learners: 0, steps: [{ learners: 0, tries: null }] });
  expect(await counts(undefined, 'kube')).toEqual({ labs: [], workshop: null, learners: 0, steps: [] });
  expect((await app.call(getLabSteps, { query: { workshop: 'nothing' } }, admin)).status).toBe(404);
  await db.update(labSession).set({ startedAt: new Date(Date.now() - 91 * 86_400_000) });
  expect(await counts('lab-here')).toMatchObject({ learners: 0 });
});
