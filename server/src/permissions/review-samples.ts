import { type Attempt, openAttempt, submitAttempt } from '@academy/contract/knowledge-checks';
import { answerReview, setReviewMark } from '@academy/contract/reviews';
import { eq } from 'drizzle-orm';
import { reviewQuestion } from '../db/review-tables.ts';
import type { TestApp, TestPerson } from '../testing/start-app.ts';
import type { MakeForeign, Sample } from './permission-records.ts';

/** A question that a learner answered wrong in an attempt and that is in their review. */
async function aReview(app: TestApp, who: TestPerson, tenant: string) {
  const as = { bearer: await who.bearer(), tenant };
  const { body } = await app.call(openAttempt, { body: { lessonId: `${tenant}-check` } }, as);
  const { attemptId, questions } = body.data as Attempt;
  await app.call(submitAttempt, { params: { attemptId }, headers: {} }, as);
  const rows = await app.database.db.select().from(reviewQuestion).where(eq(reviewQuestion.personId, who.personId));
  return { reviewId: rows[0]?.reviewId ?? '', questionKey: questions[0]?.questionKey ?? '' };
}

const TODAY = { dayEndsAt: new Date(Date.now() + 3_600_000).toISOString() };
const answerTo = (reviewId: string) => ({ body: { reviewId, selected: [], ...TODAY } });
const markOf = (lessonId: string, questionKey = 'one') => ({ body: { lessonId, questionKey, asked: true } });

/** Inputs of the calls about reviews with which a permitted principal succeeds. */
export const reviewSamples: Readonly<Record<string, Sample>> = {
  getReviewSummary: async () => ({ query: TODAY }),
  listReviewQuestions: async () => ({ query: TODAY }),
  answerReview: async (app, who) => answerTo((await aReview(app, who ?? (await app.aPerson()), 'spring')).reviewId),
  listReviewMarks: async () => ({ query: { lessonId: 'spring-check' } }),
  setReviewMark: async (app, who) => {
    const { questionKey } = await aReview(app, who ?? (await app.aPerson()), 'spring');
    return markOf('spring-check', questionKey);
  },
  setReviewEnabled: async () => ({ body: { enabled: true } }),
};

/** An answer to a question of another person's review, in any academy. */
const reviewOf =
  (tenant: string): MakeForeign =>
  async (app) => {
    const { reviewId } = await aReview(app, await app.aPerson(), tenant);
    const missing = answerTo(crypto.randomUUID());
    return { call: answerReview, principal: 'user', foreign: answerTo(reviewId), missing };
  };

export const foreignReviews: Readonly<Record<string, MakeForeign>> = {
  "a question of somebody else's review": reviewOf('spring'),
  'a question of a review in another academy': reviewOf('kube'),
  "a mark on another academy's question": async () => ({
    call: setReviewMark,
    principal: 'user',
    foreign: markOf('kube-check'),
    missing: markOf('nothing'),
  }),
};
