import { openAttempt } from '@academy/contract/knowledge-checks';
import {
  answerReview,
  getReviewSummary,
  type ReviewAnswer,
  type ReviewQuestion,
  type ReviewSummary,
} from '@academy/contract/reviews';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { reviewQuestion } from '../db/review-tables.ts';
import { DAY, dataOf, EVEN, HOUR, SECRETS, SUM, startReviews } from './reviews.fixture.ts';

const {
  app,
  db,
  tonight,
  learner,
  attempt,
  choose,
  submit,
  fail,
  summary,
  listed,
  list,
  words,
  answered,
  keysOf,
  right,
  answer,
  daysUntil,
  later,
  rowsOf,
  reviewer,
} = await startReviews();

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
