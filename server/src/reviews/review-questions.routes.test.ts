import { exportAccount } from '@academy/contract/account';
import { listAttempts } from '@academy/contract/knowledge-checks';
import { getProgressOverlay } from '@academy/contract/progress';
import { type ReviewQuestion, setReviewEnabled } from '@academy/contract/reviews';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { person, progressEvent } from '../db/tables.ts';
import type { LessonSketch } from '../testing/a-course.ts';
import { aCheck, check, dataOf, EVEN, even, LESSONS, SUM, startReviews, sum } from './reviews.fixture.ts';

const {
  app,
  db,
  publish,
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
  right,
  answer,
  later,
  rowsOf,
  mark,
  marks,
  reviewer,
} = await startReviews();

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
  // Shows promises#review-keeps
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
