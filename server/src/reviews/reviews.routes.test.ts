import { exportAccount } from '@academy/contract/account';
import { type Attempt, listAttempts, openAttempt, saveAnswer, submitAttempt } from '@academy/contract/knowledge-checks';
import { getProgressOverlay } from '@academy/contract/progress';
import {
  answerReview,
  getReviewSummary,
  listReviewMarks,
  listReviewQuestions,
  type ReviewAnswer,
  type ReviewQuestion,
  type ReviewSummary,
  setReviewEnabled,
  setReviewMark,
} from '@academy/contract/reviews';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { reviewQuestion } from '../db/review-tables.ts';
import { person, progressEvent } from '../db/tables.ts';
import { aCourse, type LessonSketch } from '../testing/a-course.ts';
import { publishCourse, startApp, type TestPerson } from '../testing/start-app.ts';

const MANY = 1_000_000;
const app = await startApp({
  limits: { anonymousPerMinute: MANY, signedInPerMinute: MANY, visitorAttemptsPerTenMinutes: MANY },
});
const { db } = app.database;

/** Texts that must not be visible before answering. */
const SECRETS = /isCorrect|Comment-|Explanation-/;

const sum = (words = '') => `## What is one and one?${words}

- [ ] three
    > Comment-three
- [x] two

Explanation-sum
`;
const even = `## Which are even?

- [x] two
- [x] four
- [ ] five

Explanation-even
`;
const check = (settings: string, ...questions: string[]) =>
  `~~~quizdown\n---\n${settings}\n---\n\n${questions.join('\n')}~~~\n`;
const many = Array.from({ length: 14 }, (_one, index) => sum(` Number ${index}.`));

const aCheck = (id: string, content: string, more: Partial<LessonSketch> = {}): LessonSketch => ({
  id,
  type: 'knowledge-check',
  content,
  ...more,
});
const LESSONS = [
  aCheck('check', check('passingGrade: 100', sum(), even)),
  aCheck('once', check('enableRetry: false', sum())),
  aCheck('pro', check('passingGrade: 50', sum()), { entitlements: ['pro'] }),
  aCheck('many', check('passingGrade: 50', ...many)),
  aCheck('changing', check('passingGrade: 50', sum(), even)),
];
const publish = (lessons: LessonSketch[] = LESSONS, tenant = 'spring') =>
  publishCourse(app, tenant, aCourse({ id: `${tenant}-q`, title: 'The Course', lessons }));

beforeAll(async () => {
  await publish();
  await publish([aCheck('check', check('passingGrade: 100', sum()))], 'kube');
});

interface As {
  bearer: string;
  tenant?: string;
}
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const dataOf = <T>({ body }: { body: { data: unknown } }) => body.data as T;
/** The learner's midnight. */
const tonight = () => new Date(Date.now() + 5 * HOUR).toISOString();

async function learner(role: Parameters<typeof app.aPerson>[0] = {}) {
  const who = await app.aPerson(role);
  return { who, as: { bearer: await who.bearer() } };
}
async function attempt(lessonId: string, as?: As): Promise<Attempt> {
  return dataOf(await app.call(openAttempt, { body: { lessonId } }, as));
}
async function choose({ attemptId, questions }: Attempt, number: number, words: string[], as: As) {
  const { questionKey = '', options = [] } = questions[number] ?? {};
  const selected = options.filter(({ html }) => words.some((word) => html.includes(word)));
  const body = { questionKey, selected: selected.map(({ optionKey }) => optionKey) };
  await app.call(saveAnswer, { params: { attemptId }, body }, as);
}
const submit = ({ attemptId }: Attempt, as?: As) => app.call(submitAttempt, { params: { attemptId }, headers: {} }, as);
/** Submits an attempt at a check without answers, which is wrong. */
async function fail(lessonId: string, as: As): Promise<Attempt> {
  const taken = await attempt(lessonId, as);
  await submit(taken, as);
  return taken;
}

const summary = async (as: As) =>
  dataOf<ReviewSummary>(await app.call(getReviewSummary, { query: { dayEndsAt: tonight() } }, as));
const listed = (as: As) => app.call(listReviewQuestions, { query: { dayEndsAt: tonight() } }, as);
const list = async (as: As) => dataOf<{ enabled: boolean; questions: ReviewQuestion[] }>(await listed(as)).questions;
const words = (questions: readonly { question: string }[]) => questions.map(({ question }) => question).sort();
const SUM = 'What is one and one?';
const EVEN = 'Which are even?';

const answered = (reviewId: string, selected: string[], as: As, key: string = crypto.randomUUID()) =>
  app.call(
    answerReview,
    { headers: { 'idempotency-key': key }, body: { reviewId, selected, dayEndsAt: tonight() } },
    as,
  );
const keysOf = ({ options }: ReviewQuestion, ...texts: string[]) =>
  options.filter(({ html }) => texts.some((text) => html.includes(text))).map(({ optionKey }) => optionKey);
const right = (question: ReviewQuestion) =>
  question.question === EVEN ? keysOf(question, 'two', 'four') : keysOf(question, 'two');
const answer = async (question: ReviewQuestion, selected: string[], as: As, key?: string) =>
  dataOf<ReviewAnswer>(await answered(question.reviewId, selected, as, key));
const daysUntil = (moment: string | null) =>
  moment === null ? null : Math.ceil((Date.parse(moment) - Date.parse(tonight())) / DAY);

/** Simulates that days pass for one person: everything in the review becomes that much older. */
async function later({ personId }: TestPerson, days: number): Promise<void> {
  const span = sql`make_interval(days => ${days})`;
  await db
    .update(reviewQuestion)
    .set({ dueAt: sql`${reviewQuestion.dueAt} - ${span}`, answeredAt: sql`${reviewQuestion.answeredAt} - ${span}` })
    .where(eq(reviewQuestion.personId, personId));
}
const rowsOf = ({ personId }: TestPerson) =>
  db.select().from(reviewQuestion).where(eq(reviewQuestion.personId, personId));
const mark = (questionKey: string, asked: boolean, as: As, lessonId = 'check') =>
  app.call(setReviewMark, { body: { lessonId, questionKey, asked } }, as);
const marks = async (lessonId: string, as: As) =>
  dataOf<{ enabled: boolean; questions: { questionKey: string; asked: boolean }[] }>(
    await app.call(listReviewMarks, { query: { lessonId } }, as),
  );

/** A person whose wrong answers in the check are due today. */
async function reviewer() {
  const { who, as } = await learner();
  await fail('check', as);
  await later(who, 1);
  return { who, as };
}

describe('a wrong answer', () => {
  it('is due on the next day; a right one is not', async () => {
    const { who, as } = await learner();
    const taken = await attempt('check', as);
    await choose(taken, 0, ['three'], as);
    await choose(taken, 1, ['two', 'four'], as);
    await submit(taken, as);
    expect(await list(as)).toEqual([]);
    const now = await summary(as);
    expect(now).toMatchObject({ enabled: true, due: 0, answered: 0 });
    expect(daysUntil(now.nextAt)).toBe(1);
    await later(who, 1);
    expect(await summary(as)).toMatchObject({ due: 1, nextAt: null });
    expect(await list(as)).toMatchObject([
      {
        question: SUM,
        why: 'wrong',
        type: 'single-check',
        lesson: { title: 'Lesson check', slug: 'check', courseTitle: 'The Course', courseSlug: 'spring-q' },
      },
    ]);
  });

  it('is added once, however often its attempt is submitted', async () => {
    const { who, as } = await learner();
    const taken = await attempt('check', as);
    const replies = await Promise.all(Array.from({ length: 20 }, () => submit(taken, as)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await rowsOf(who)).toHaveLength(2);
  });

  it('restarts when it is wrong in another attempt', async () => {
    const { who, as } = await reviewer();
    const [first] = await list(as);
    await answer(first as ReviewQuestion, right(first as ReviewQuestion), as);
    await fail('check', as);
    expect((await rowsOf(who)).map(({ step }) => step)).toEqual([0, 0]);
    expect(await list(as)).toEqual([]);
  });

  it('of a visitor is added when they sign in', async () => {
    const { who, as } = await learner();
    const visitors = await attempt('check');
    await submit(visitors);
    await app.call(openAttempt, { body: { lessonId: 'check', attemptId: visitors.attemptId } }, as);
    expect(await rowsOf(who)).toHaveLength(2);
    expect(await list(as)).toEqual([]);
    await later(who, 1);
    expect(words(await list(as))).toEqual([SUM, EVEN]);
  });
});

describe('an answer in the review', () => {
  it('is marked with an explanation', async () => {
    const { as } = await reviewer();
    const { body, response } = await listed(as);
    expect(response.body).not.toMatch(SECRETS);
    expect(response.headers['cache-control']).toBe('no-store');
    const question = (body.data as { questions: ReviewQuestion[] }).questions.find((one) => one.question === SUM);
    const reply = await answer(question as ReviewQuestion, keysOf(question as ReviewQuestion, 'three'), as);
    expect(reply).toMatchObject({
      isCorrect: false,
      correct: keysOf(question as ReviewQuestion, 'two'),
      comments: [{ html: expect.stringContaining('Comment-three') }],
      explanation: expect.stringContaining('Explanation-sum'),
    });
    expect(daysUntil(reply.nextAt)).toBe(1);
  });

  it('that is right repeats the question after growing intervals', async () => {
    const { who, as } = await reviewer();
    for (const days of [3, 7, 16, 35]) {
      const question = (await list(as)).find((one) => one.question === EVEN) as ReviewQuestion;
      const reply = await answer(question, right(question), as);
      expect([reply.isCorrect, daysUntil(reply.nextAt)]).toEqual([true, days]);
      await later(who, days - 1);
      expect(words(await list(as))).toEqual([SUM]);
      await later(who, 1);
    }
    const last = (await list(as)).find((one) => one.question === EVEN) as ReviewQuestion;
    expect(await answer(last, right(last), as)).toMatchObject({ isCorrect: true, nextAt: null });
    await later(who, 400);
    expect(words(await list(as))).toEqual([SUM]);
  });

  it('that is wrong repeats it tomorrow', async () => {
    const { who, as } = await reviewer();
    const [question] = (await list(as)) as [ReviewQuestion];
    await answer(question, right(question), as);
    await later(who, 3);
    expect(daysUntil((await answer(question, [], as)).nextAt)).toBe(1);
    await later(who, 1);
    expect(daysUntil((await answer(question, right(question), as)).nextAt)).toBe(3);
  });

  it('counts once with the same key, also days later', async () => {
    const { who, as } = await reviewer();
    const [question] = (await list(as)) as [ReviewQuestion];
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => answer(question, right(question), as, 'the-same-key')),
    );
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(daysUntil(replies[0]?.nextAt ?? null)).toBe(3);
    await later(who, 3);
    await answer(question, right(question), as, 'the-same-key');
    expect((await rowsOf(who)).find(({ reviewId }) => reviewId === question.reviewId)).toMatchObject({ step: 1 });
  });

  it('counts once a day, also in another tab', async () => {
    const { as } = await reviewer();
    const [question] = (await list(as)) as [ReviewQuestion];
    expect(daysUntil((await answer(question, right(question), as)).nextAt)).toBe(3);
    const again = await answer(question, [], as);
    expect([again.isCorrect, daysUntil(again.nextAt)]).toEqual([false, 3]);
    expect(await summary(as)).toMatchObject({ due: 1, answered: 1, right: 1 });
  });

  it.each([
    ['options of another question', async (of: ReviewQuestion[]) => right(of[1] as ReviewQuestion)],
    ['two options where one is right', async ([of]: ReviewQuestion[]) => keysOf(of as ReviewQuestion, 'two', 'three')],
    ['what is no option', async () => ['nothing']],
  ])('is refused for %s', async (_what, selection) => {
    const { as } = await reviewer();
    const questions = (await list(as)).sort((a, b) => b.question.localeCompare(a.question)).reverse();
    const selected = await selection(questions);
    const { status, body } = await answered(questions[0]?.reviewId ?? '', selected, as);
    expect([status, body.errors[0]?.field]).toEqual([400, 'selected']);
    expect(await summary(as)).toMatchObject({ due: 2, answered: 0 });
  });

  it("is nobody else's, and stays in its academy", async () => {
    const { as } = await reviewer();
    const [question] = (await list(as)) as [ReviewQuestion];
    const stranger = await learner();
    const foreign = await answered(question.reviewId, [], stranger.as);
    const missing = await answered(crypto.randomUUID(), [], stranger.as);
    const elsewhere = await answered(question.reviewId, [], { ...as, tenant: 'kube' });
    for (const { status, body } of [foreign, missing, elsewhere])
      expect([status, body.errors[0]?.code]).toEqual([404, 'not-found']);
    expect(await list({ ...as, tenant: 'kube' })).toEqual([]);
    expect(await summary({ ...as, tenant: 'kube' })).toMatchObject({ due: 0, nextAt: null });
  });
});

describe('a day', () => {
  it('has ten questions; the rest is for tomorrow', async () => {
    const { who, as } = await learner();
    await fail('many', as);
    await later(who, 1);
    const questions = await list(as);
    expect(questions).toHaveLength(10);
    const before = await summary(as);
    expect(before.due).toBe(10);
    expect(Math.abs(Date.parse(before.nextAt ?? '') - Date.parse(tonight()))).toBeLessThan(HOUR);
    for (const question of questions) await answer(question, right(question), as);
    expect(await list(as)).toEqual([]);
    expect(await summary(as)).toMatchObject({ due: 0, answered: 10, right: 10 });
    await later(who, 1);
    expect(await list(as)).toHaveLength(4);
  });

  it('is the learner’s own, by whole days', async () => {
    const { who, as } = await learner();
    await fail('check', as);
    const inHours = (hours: number) => ({ query: { dayEndsAt: new Date(Date.now() + hours * HOUR).toISOString() } });
    await db
      .update(reviewQuestion)
      .set({ dueAt: new Date(Date.now() + 10 * HOUR) })
      .where(eq(reviewQuestion.personId, who.personId));
    expect(dataOf(await app.call(getReviewSummary, inHours(9), as))).toMatchObject({ due: 0 });
    expect(dataOf(await app.call(getReviewSummary, inHours(11), as))).toMatchObject({ due: 2 });
  });

  it('begins when the browser says, also after 23 hours', async () => {
    const { as } = await reviewer();
    const [question] = (await list(as)) as [ReviewQuestion];
    await answer(question, right(question), as);
    const dayEndsAt = new Date(Date.now() + 5 * HOUR);
    const before = (hours: number) => new Date(dayEndsAt.getTime() - hours * HOUR);
    await db
      .update(reviewQuestion)
      .set({ answeredAt: before(23.5) })
      .where(eq(reviewQuestion.reviewId, question.reviewId));
    const answered = async (hours: number) => {
      const query = { dayEndsAt: dayEndsAt.toISOString(), dayStartsAt: before(hours).toISOString() };
      return dataOf<ReviewSummary>(await app.call(getReviewSummary, { query }, as)).answered;
    };
    expect([await answered(23), await answered(24)]).toEqual([0, 1]);
  });

  it.each(['yesterday', '', '2026-13-01T00:00:00Z'])('does not end at %j', async (dayEndsAt) => {
    const { as } = await learner();
    const { status, body } = await app.call(getReviewSummary, { query: { dayEndsAt } }, as);
    expect([status, body.errors[0]?.field]).toEqual([400, 'dayEndsAt']);
  });

  it('cannot be claimed to be years ahead', async () => {
    const { as } = await reviewer();
    const [question] = (await list(as)) as [ReviewQuestion];
    const body = { reviewId: question.reviewId, selected: right(question), dayEndsAt: '2999-01-01T00:00:00Z' };
    const reply = dataOf<ReviewAnswer>(await app.call(answerReview, { headers: {}, body }, as));
    expect(Date.parse(reply.nextAt ?? '')).toBeLessThan(Date.now() + 5 * DAY);
  });
});

describe('what does not exist any more', () => {
  it('is not asked: reworded questions, and removed or hidden lessons', async () => {
    const { who, as } = await learner();
    await fail('changing', as);
    await later(who, 1);
    const [before] = (await list(as)).filter(({ question }) => question === SUM) as [ReviewQuestion];
    expect(await summary(as)).toMatchObject({ due: 2 });
    const changed = (content: string, more: Partial<LessonSketch> = {}) =>
      publish([...LESSONS.slice(0, 4), aCheck('changing', content, more)]);
    await changed(check('passingGrade: 50', sum(' Think.'), even));
    expect(words(await list(as))).toEqual([EVEN]);
    expect(await summary(as)).toMatchObject({ due: 1 });
    expect((await answered(before.reviewId, right(before), as)).status).toBe(404);
    await changed(check('passingGrade: 50', sum(), even), { status: 'draft' });
    expect([await list(as), await summary(as)]).toMatchObject([[], { due: 0, nextAt: null }]);
    await publish(LESSONS.slice(0, 4));
    expect([await list(as), await summary(as)]).toMatchObject([[], { due: 0, nextAt: null }]);
    expect((await answered(before.reviewId, right(before), as)).status).toBe(404);
    // The question is not lost: it returns with its lesson.
    await publish();
    expect(words(await list(as))).toEqual([SUM, EVEN]);
  });

  it('is locked like its lesson, also after a membership', async () => {
    const { who, as } = await learner({ pro: true });
    await fail('pro', as);
    await later(who, 1);
    const [question] = (await list(as)) as [ReviewQuestion];
    await db
      .update(person)
      .set({ proEndsAt: new Date(Date.now() - 1_000) })
      .where(eq(person.personId, who.personId));
    await expect.poll(() => list(as), { timeout: 5_000 }).toEqual([]);
    expect(await summary(as)).toMatchObject({ due: 0, nextAt: null });
    const { status, body } = await answered(question.reviewId, right(question), as);
    expect([status, body.errors[0]?.code]).toEqual([403, 'locked-pro']);
    expect((await marks('pro', as)).questions).toEqual([]);
  });
});

describe('"Ask me again"', () => {
  it('adds a right question, and removes a wrong one', async () => {
    const { who, as } = await learner();
    const taken = await attempt('check', as);
    await choose(taken, 0, ['two'], as);
    const [first = '', second = ''] = taken.questions.map(({ questionKey }) => questionKey);
    expect((await marks('check', as)).questions).toEqual([]);
    await submit(taken, as);
    expect(await marks('check', as)).toEqual({
      enabled: true,
      questions: [
        { questionKey: first, asked: false },
        { questionKey: second, asked: true },
      ],
    });
    for (const time of [1, 2]) {
      expect([time, dataOf(await mark(first, true, as))]).toEqual([time, { asked: true }]);
      expect([time, dataOf(await mark(second, false, as))]).toEqual([time, { asked: false }]);
    }
    await later(who, 1);
    expect(await list(as)).toMatchObject([{ question: SUM, why: 'asked' }]);
  });

  it("keeps a question's step when it is in the review already", async () => {
    const { who, as } = await reviewer();
    const [question] = (await list(as)) as [ReviewQuestion];
    await answer(question, right(question), as);
    await mark(question.questionKey, true, as);
    const row = (await rowsOf(who)).find(({ reviewId }) => reviewId === question.reviewId);
    expect(row).toMatchObject({ step: 1, why: 'wrong' });
  });

  it('reveals no answer of a check before it was submitted', async () => {
    const { who, as } = await learner();
    const taken = await attempt('once', as);
    const { status, body } = await mark(taken.questions[0]?.questionKey ?? '', true, as, 'once');
    expect([status, body.errors[0]?.code]).toEqual([404, 'not-found']);
    expect(await rowsOf(who)).toEqual([]);
  });

  it.each([
    ['check', 'no-question', 404],
    ['no-lesson', 'no-question', 404],
    ['pro', 'no-question', 403],
  ])('is refused in %s for %s', async (lessonId, questionKey, expected) => {
    const { as } = await learner();
    expect((await mark(questionKey, true, as, lessonId)).status).toBe(expected);
  });
});

describe('a learner who turned reviews off', () => {
  it('has no questions, and gets them back later', async () => {
    const { who, as } = await reviewer();
    const other = { ...as, tenant: 'kube' };
    expect(dataOf(await app.call(setReviewEnabled, { body: { enabled: false } }, as))).toEqual({ enabled: false });
    for (const where of [as, other]) {
      expect(await summary(where)).toEqual({ enabled: false, due: 0, answered: 0, right: 0, nextAt: null });
      expect(dataOf(await listed(where))).toEqual({ enabled: false, questions: [] });
    }
    const taken = await fail('many', as);
    expect(await rowsOf(who)).toHaveLength(2);
    expect((await marks('many', as)).enabled).toBe(false);
    const { status, body } = await mark(taken.questions[0]?.questionKey ?? '', true, as, 'many');
    expect([status, body.errors[0]?.code]).toEqual([409, 'reviews-off']);
    await app.call(setReviewEnabled, { body: { enabled: true } }, as);
    expect(words(await list(as))).toEqual([SUM, EVEN]);
  });
});

describe('a review and everything else', () => {
  it('progress, completion and best results are the same before and after', async () => {
    const { who, as } = await reviewer();
    const passed = await attempt('check', as);
    await choose(passed, 0, ['two'], as);
    await choose(passed, 1, ['two', 'four'], as);
    await submit(passed, as);
    const everything = async () => [
      dataOf(await app.call(getProgressOverlay, { query: { courseSlug: 'spring-q' } }, as)),
      dataOf(await app.call(getProgressOverlay, { query: { kind: 'home' } }, as)),
      dataOf(await app.call(listAttempts, { query: { lessonId: 'check' } }, as)),
      await db.select().from(progressEvent).where(eq(progressEvent.personId, who.personId)),
    ];
    const before = await everything();
    const [one, two] = (await list(as)) as [ReviewQuestion, ReviewQuestion];
    expect((await answer(one, right(one), as)).isCorrect).toBe(true);
    expect((await answer(two, [], as)).isCorrect).toBe(false);
    await mark(one.questionKey, false, as);
    expect(await everything()).toEqual(before);
  });

  it('the export contains it, and deletion removes it', async () => {
    const { who, as } = await reviewer();
    const exported = dataOf<{ data: Record<string, unknown> }>(await app.call(exportAccount, {}, as));
    expect(exported.data.reviews).toMatchObject([
      { lesson_id: 'check', why: 'wrong', step: 0 },
      { lesson_id: 'check', why: 'wrong', step: 0 },
    ]);
    await db.delete(person).where(eq(person.personId, who.personId));
    expect(await rowsOf(who)).toEqual([]);
  });
});
