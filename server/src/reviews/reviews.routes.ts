import {
  answerReview,
  getReviewSummary,
  listReviewMarks,
  listReviewQuestions,
  setReviewEnabled,
  setReviewMark,
} from '@academy/contract/reviews';
import type { CallTable } from '../calls/bind.ts';
import type { ReviewsService } from './reviews.service.ts';

export function bindReviews(calls: CallTable, reviews: ReviewsService): void {
  calls.bind(getReviewSummary, ({ scope, query }) => reviews.summary(scope, query));

  calls.bind(listReviewQuestions, ({ scope, query }) => reviews.list(scope, query));

  calls.bind(answerReview, ({ scope, headers, body }) => reviews.answer(scope, body, headers['idempotency-key']));

  calls.bind(listReviewMarks, ({ scope, query }) => reviews.marks(scope, query.lessonId));

  calls.bind(setReviewMark, async ({ scope, body }) => {
    await reviews.mark(scope, body);
    return { asked: body.asked };
  });

  calls.bind(setReviewEnabled, async ({ scope, body }) => {
    await reviews.setEnabled(scope, body.enabled);
    return { enabled: body.enabled };
  });
}
