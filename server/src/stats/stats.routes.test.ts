import { createAlert } from '@academy/contract/alerts-admin';
import { getStats, type Stats } from '@academy/contract/stats';
import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { labSession } from '../db/lab-tables.ts';
import { feedback, knowledgeCheckAttempt } from '../db/tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp, type TestApp, type TestPerson } from '../testing/start-app.ts';

let app: TestApp;
let admin: { bearer: string };
let learner: TestPerson;

beforeAll(async () => {
  app = await startApp();
  admin = { bearer: await (await app.aPerson({ admin: true })).bearer() };
  learner = await app.aPerson();
  const lessons = [{ id: 'one' }, { id: 'check', type: 'knowledge-check' as const, content: 'Nothing is asked here.' }];
  await publishCourse(app, 'spring', aCourse({ id: 'rest', slug: 'rest', title: 'REST', lessons }));
});
beforeEach(async () => {
  for (const table of [knowledgeCheckAttempt, feedback, labSession]) await app.database.db.delete(table);
});

async function stats(query: object = {}, tenant = 'spring'): Promise<Stats> {
  const { status, body } = await app.call(getStats, { query }, { ...admin, tenant });
  expect([status, body.errors]).toEqual([200, []]);
  return (body.data as { stats: Stats }).stats;
}

describe('the period', () => {
  it('is the last twelve weeks by default, each with an entry', async () => {
    const { from, to, weeks } = await stats();
    expect(new Date(from).getUTCDay()).toBe(1);
    expect(to).toBe(new Date().toISOString().slice(0, 10));
    expect(weeks).toHaveLength(12);
    expect(weeks[0]?.week).toBe(from);
  });

  it('may begin and end in the middle of a week', async () => {
    const { weeks } = await stats({ from: '2030-01-03', to: '2030-01-09' });
    expect(weeks.map(({ week }) => week)).toEqual(['2029-12-31', '2030-01-07']);
  });

  it('must be a period, of two years at most', async () => {
    for (const [query, field] of [
      [{ from: '2030-01-02', to: '2030-01-01' }, 'to'],
      [{ from: '2020-01-01', to: '2030-01-01' }, 'from'],
      [{ from: '2020-01-01' }, 'from'],
      [{ from: 'monday' }, 'from'],
    ] as const) {
      const { status, body } = await app.call(getStats, { query }, admin);
      expect([status, body.errors[0]?.field]).toEqual([400, field]);
    }
  });
});

const QUESTIONS = [
  {
    questionKey: 'q1',
    question: '<p>Which verb reads?</p>',
    options: [
      { optionKey: 'get', html: 'GET', isCorrect: true },
      { optionKey: 'put', html: 'PUT', isCorrect: false },
      { optionKey: 'post', html: 'POST', isCorrect: false },
    ],
  },
  {
    questionKey: 'q2',
    question: '<p>Which codes are fine?</p>',
    options: [
      { optionKey: '200', html: '200', isCorrect: true },
      { optionKey: '204', html: '204', isCorrect: true },
      { optionKey: '500', html: '500', isCorrect: false },
    ],
  },
];

async function anAttempt(
  selected: Record<string, string[]>,
  more: { submittedAt?: Date | null; tenantId?: string } = {},
) {
  await app.database.db.insert(knowledgeCheckAttempt).values({
    personId: learner.personId,
    tenantId: 'spring',
    lessonId: 'check',
    asked: { questions: QUESTIONS },
    selected,
    total: 2,
    submittedAt: new Date(),
    ...more,
  });
}

describe('the hardest questions', () => {
  it('are first, with the chosen wrong answers', async () => {
    await anAttempt({ q1: ['get'], q2: ['200'] });
    await anAttempt({ q1: ['put'], q2: ['200', '204'] });
    await anAttempt({ q1: ['get'], q2: ['200', '500'] });
    await anAttempt({ q1: ['get'], q2: [] });
    await anAttempt({ q1: ['get'] }, { submittedAt: null });
    await anAttempt({ q1: ['post'] }, { tenantId: 'kube' });
    const { questions } = await stats();
    const lesson = { lessonId: 'check', courseSlug: 'rest', lessonSlug: 'check', asked: 4 };
    expect(questions).toEqual([
      expect.objectContaining({
        ...lesson,
        questionKey: 'q2',
        question: '<p>Which codes are fine?</p>',
        wrong: 3,
        wrongAnswers: [{ optionKey: '500', html: '500', chosen: 1 }],
      }),
      expect.objectContaining({
        ...lesson,
        questionKey: 'q1',
        wrong: 1,
        wrongAnswers: [{ optionKey: 'put', html: 'PUT', chosen: 1 }],
      }),
    ]);
  });

  it('asked rarely come after those asked often', async () => {
    for (let time = 0; time < 5; time += 1) await anAttempt({ q1: [time === 0 ? 'put' : 'get'], q2: ['200', '204'] });
    await app.database.db.insert(knowledgeCheckAttempt).values({
      personId: learner.personId,
      tenantId: 'spring',
      lessonId: 'gone',
      asked: { questions: [{ ...QUESTIONS[0], questionKey: 'rare' }] },
      selected: { rare: ['put'] },
      total: 1,
      submittedAt: new Date(),
    });
    const { questions } = await stats();
    expect(questions.map(({ questionKey, lessonTitle, courseSlug }) => [questionKey, lessonTitle, courseSlug])).toEqual(
      [
        ['q1', 'Lesson check', 'rest'],
        ['rare', 'gone', null],
      ],
    );
  });
});

test('ratings are counted star by star, of the academy, its courses and lessons', async () => {
  const rate = (rating: number, type = '', id: string | null = null) =>
    app.database.db
      .insert(feedback)
      .values({ tenantId: 'spring', feedbackableType: type, feedbackableId: id, schema: 'tenant-survey-v1', rating });
  for (const rating of [5, 5, 4]) await rate(rating, 'course', 'rest');
  for (const rating of [1, 5]) await rate(rating);
  await rate(3, 'lesson', 'gone');
  await app.database.db.insert(feedback).values({ tenantId: 'spring', schema: 'tenant-v1', comments: 'No stars' });
  const { ratings } = await stats();
  expect(ratings).toEqual([
    { type: '', id: null, title: null, stars: [1, 0, 0, 0, 1] },
    { type: 'course', id: 'rest', title: 'REST', stars: [0, 0, 0, 1, 2] },
    { type: 'lesson', id: 'gone', title: null, stars: [0, 0, 1, 0, 0] },
  ]);
  expect((await stats({}, 'kube')).ratings).toEqual([]);
});

test('labs are counted by week, with failed ones', async () => {
  const lab = { personId: learner.personId, tenantId: 'spring', itemKind: 'lesson', itemId: 'one', title: 'One' };
  const ended = { path: '/', provider: 'browser', state: 'ended', startedAt: new Date('2030-01-03T12:00:00Z') };
  await app.database.db.insert(labSession).values([
    { ...lab, ...ended, endReason: 'terminated' },
    { ...lab, ...ended, endReason: 'failed' },
  ]);
  const { weeks } = await stats({ from: '2030-01-01', to: '2030-01-09' });
  expect(weeks.map(({ labSessions, labFailures }) => [labSessions, labFailures])).toEqual([
    [2, 1],
    [0, 0],
  ]);
});

test('publishes are listed with their version, and open alerts counted', async () => {
  const { publishing, openAlerts } = await stats();
  expect(publishing[0]).toMatchObject({ kind: 'course', id: 'rest', title: 'REST', version: 1, rollbackOf: null });
  expect(openAlerts).toBe(0);
  const alert = { message: 'Tonight', level: 'info' as const };
  await app.call(createAlert, { headers: {}, body: alert }, admin);
  await app.call(createAlert, { headers: {}, body: { ...alert, from: '2090-01-01T00:00:00Z' } }, admin);
  expect((await stats()).openAlerts).toBe(1);
});

test('an unknown course has no lessons', async () => {
  expect((await stats({ courseId: 'nothing' })).dropOff).toBeNull();
  expect((await stats({ courseId: 'rest' })).dropOff?.lessons.map(({ lessonId }) => lessonId)).toEqual([
    'one',
    'check',
  ]);
  expect((await stats()).dropOff).toBeNull();
});

test('statistics are for administrators and tokens with that ability', async () => {
  const owner = await app.aPerson({ admin: true });
  const token = await app.aToken(owner, 'spring', ['stats:read']);
  expect((await app.call(getStats, { query: {} }, { bearer: token })).status).toBe(200);
  expect((await app.call(getStats, { query: {} }, { bearer: await learner.bearer() })).status).toBe(403);
});
