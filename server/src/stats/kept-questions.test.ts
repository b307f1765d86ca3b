import { setTimeout } from 'node:timers/promises';
import { getStats, type Stats } from '@academy/contract/stats';
import { eq, gt } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { questionProgress, questionStatistic } from '../db/statistic-tables.ts';
import { knowledgeCheckAttempt } from '../db/tables.ts';
import { startAttempts } from '../knowledge-checks/attempts.fixture.ts';
import { removePerson } from '../people/remove-person.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse } from '../testing/start-app.ts';
import { forgetQuestions, keepQuestions } from './kept-questions.ts';
import { mondayOf } from './parts-of-period.ts';

const { app, learner, open, read, submit } = await startAttempts();
const { db, pool } = app.database;
const DAY_MS = 86_400_000;
const ROUND_DAYS = 7;
const ROUNDS = process.env.ACADEMY_TEST_ALL === '1' ? 12 : 4;
let bearer: string;

beforeAll(async () => {
  bearer = await (await app.aPerson({ admin: true })).bearer();
  const lessons = ['c1', 'c2'].map((id) => ({
    id,
    type: 'knowledge-check' as const,
    content: 'Nothing is asked here.',
  }));
  for (const tenant of ['spring', 'kube'] as const) await publishCourse(app, tenant, aCourse({ id: 'rest', lessons }));
});

const OPTIONS = ['a', 'b', 'c', 'd'];
const QUESTIONS = ['q1', 'q2', 'q3'].map((questionKey, at) => ({
  questionKey,
  question: `<p>Question ${questionKey}</p>`,
  options: OPTIONS.map((optionKey, option) => ({
    optionKey,
    html: `<p>Option ${optionKey}</p>`,
    isCorrect: option <= at,
  })),
}));

const pick = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T;
const some = <T>(of: readonly T[]): T[] => of.filter(() => Math.random() < 0.5);

/** An attempt with some of the questions and any choice, submitted in the days before a moment. */
const anAttempt = (personId: string | null, until: number) => ({
  ...{ personId, tenantId: pick(['spring', 'spring', 'kube']), lessonId: pick(['c1', 'c2', 'gone']), total: 3 },
  // Authors add and remove options of a question.
  asked: {
    questions: some(QUESTIONS).map((one) => ({ ...one, options: some(one.options) })),
    passingGrade: 80,
  },
  selected: Object.fromEntries(some(QUESTIONS).map(({ questionKey }) => [questionKey, some(OPTIONS)])),
  // A learner has one open attempt of a lesson at most.
  submittedAt:
    personId === null && Math.random() < 0.3 ? null : new Date(until - Math.floor(Math.random() * ROUND_DAYS * DAY_MS)),
});

/** Keeps until all attempts up to now are added, by two servers. */
async function keepAll(): Promise<void> {
  for (let isMore = true; isMore; )
    isMore = (await Promise.all([keepQuestions(db, 20), keepQuestions(db, 20)])).includes(true);
}

async function questions(days: { from?: string; to?: string }, tenant = 'spring'): Promise<Stats['questions']> {
  const { status, body } = await app.call(getStats, { query: days }, { bearer, tenant });
  expect([status, body.errors]).toEqual([200, []]);
  return (body.data as { stats: Stats }).stats.questions;
}

const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
function someDays(): { from: string; to: string } {
  const first = Math.floor(Math.random() * ROUNDS * ROUND_DAYS);
  return { from: day(first), to: day(pick([0, Math.floor(Math.random() * (first + 1))])) };
}

const { tenantId, week, lessonId, questionKey, asked } = questionStatistic;
const sums = () =>
  db.select().from(questionStatistic).where(gt(asked, 0)).orderBy(tenantId, week, lessonId, questionKey);

/** The numbers are those that the attempts give without sums, and the sums those that are made anew. */
async function expectCountedEverywhere(): Promise<void> {
  const asks = [{}, someDays(), someDays(), someDays()].flatMap((days) =>
    ['spring', 'kube'].map((tenant) => ({ days, tenant })),
  );
  const ask = async () => Promise.all(asks.map(({ days, tenant }) => questions(days, tenant)));
  const [kept, before] = [await ask(), await sums()];
  await db.transaction(forgetQuestions);
  expect(kept).toEqual(await ask());
  expect(await sums()).toEqual([]);
  await keepAll();
  expect(await sums()).toEqual(before);
}

test(`${ROUNDS} rounds of random attempts: sums agree with the attempts`, { timeout: 300_000 }, async () => {
  let learners: string[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const until = Date.now() - (ROUNDS - round) * ROUND_DAYS * DAY_MS;
    // As if it were then: all attempts before are added.
    await keepAll();
    await db.update(questionProgress).set({ readUntil: new Date(until - ROUND_DAYS * DAY_MS) });
    for (let more = 0; more < 4; more += 1) learners.push((await app.aPerson()).personId);
    const attempts = Array.from({ length: 60 }, () => anAttempt(pick([...learners, null]), until));
    await db.insert(knowledgeCheckAttempt).values(attempts);
    if (round % 2 === 0) await keepAll();
    const [first = '', ...others] = learners;
    await db.transaction((tx) => removePerson(tx, first));
    learners = others;
    await keepAll();
    await expectCountedEverywhere();
  }
  const kept = await sums();
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.filter(({ asked, wrong }) => wrong < 0 || wrong > asked)).toEqual([]);
});

test('an attempt of the last minute is counted', async () => {
  const { personId } = await app.aPerson();
  await keepAll();
  const before = await questions({});
  const asked = { questions: QUESTIONS.slice(0, 1), passingGrade: 80 };
  const recent = { personId, tenantId: 'spring', lessonId: 'new', asked, total: 1, submittedAt: new Date() };
  const selected = { q1: ['b', 'd'] };
  await db.insert(knowledgeCheckAttempt).values(Array.from({ length: 5 }, () => ({ ...recent, selected })));
  await keepAll();
  const after = await questions({});
  const own = { lessonId: 'new', questionKey: 'q1', question: '<p>Question q1</p>', asked: 5, wrong: 5 };
  const wrongAnswers = ['b', 'd'].map((key) => ({ optionKey: key, html: `<p>Option ${key}</p>`, chosen: 5 }));
  expect(before.some((one) => one.lessonId === 'new')).toBe(false);
  expect(after.find((one) => one.lessonId === 'new')).toMatchObject({ ...own, wrongAnswers });
});

test('an option that was added to a question later is shown with its words', async () => {
  const { personId } = await app.aPerson();
  const [question] = QUESTIONS;
  const attempt = (optionKeys: string[], at: number) => ({
    ...{ personId, tenantId: 'spring', lessonId: 'longer', total: 1, submittedAt: new Date(at) },
    asked: {
      questions: [{ ...question, options: question?.options.filter((one) => optionKeys.includes(one.optionKey)) }],
    },
    selected: { q1: optionKeys.slice(-1) },
  });
  const five = (one: ReturnType<typeof attempt>) =>
    db.insert(knowledgeCheckAttempt).values(Array.from({ length: 5 }, () => one));
  await db.delete(knowledgeCheckAttempt);
  await db.transaction(forgetQuestions);
  const ago = Number(mondayOf(new Date())) - DAY_MS;
  await five(attempt(['a', 'b'], ago));
  await keepAll();
  await db.update(questionProgress).set({ readUntil: new Date(ago + 1) });
  await five(attempt(['a', 'b', 'c'], ago + 1));
  await keepAll();
  // Of the last minute: in no sum yet.
  await five(attempt(['a', 'd'], Date.now()));
  const wrongAnswers = ['b', 'c', 'd'].map((key) => ({ optionKey: key, html: `<p>Option ${key}</p>`, chosen: 5 }));
  const found = (await questions({})).find((one) => one.lessonId === 'longer');
  expect(found).toMatchObject({ asked: 15, wrong: 15, wrongAnswers });
});

test("a visitor's attempt counts once it is a learner's", async () => {
  const attempt = await open('open');
  await submit(attempt);
  const submittedAt = new Date(Date.now() - 3_600_000);
  await db
    .update(knowledgeCheckAttempt)
    .set({ submittedAt })
    .where(eq(knowledgeCheckAttempt.attemptId, attempt.attemptId));
  await keepAll();
  const countOf = async () =>
    (await sums()).reduce((count, one) => (one.lessonId === 'open' ? count + one.asked : count), 0);
  const before = await countOf();
  const { as } = await learner();
  for (const _ of ['moves it', 'reads it']) expect((await read(attempt.attemptId, as)).status).toBe(200);
  expect([before, await countOf()]).toEqual([0, 2]);
  await expectCountedEverywhere();
});

test('a learner is removed while attempts are being added', { timeout: 60_000 }, async () => {
  const [stays, leaves] = [(await app.aPerson()).personId, (await app.aPerson()).personId];
  await db.delete(knowledgeCheckAttempt);
  await db.transaction(forgetQuestions);
  const then = Number(mondayOf(new Date())) - 4 * DAY_MS;
  const attempt = { ...anAttempt(stays, then), tenantId: 'spring', lessonId: 'c1', submittedAt: new Date(then) };
  const asked = { questions: QUESTIONS };
  await db.insert(knowledgeCheckAttempt).values({ ...attempt, asked });
  await keepAll();
  const before = await sums();
  await db.update(questionProgress).set({ readUntil: new Date(then + 1) });
  const theirs = { ...attempt, asked, personId: leaves, submittedAt: new Date(then + 1) };
  await db.insert(knowledgeCheckAttempt).values(theirs);

  // A server has counted the attempt of the one who leaves, and cannot write it yet.
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select from question_statistic for update');
  const waiting = async (max: number) => {
    const { rows } = await client.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    return rows.length >= max;
  };
  const step = keepQuestions(db);
  while (!(await waiting(1))) await setTimeout(20);
  let isOver = false;
  const removed = db
    .transaction((tx) => removePerson(tx, leaves))
    .finally(() => {
      isOver = true;
    });
  while (!isOver && !(await waiting(2))) await setTimeout(20);
  await client.query('commit');
  client.release();
  await Promise.all([step, removed]);
  expect(await sums()).toEqual(before);
  await expectCountedEverywhere();
});
