import type { CallReply } from '@academy/contract/call';
import {
  answerReview,
  getReviewSummary,
  listReviewMarks,
  listReviewQuestions,
  setReviewEnabled,
  setReviewMark,
} from '@academy/contract/call-routes/reviews';
import type { ReviewAnswer, ReviewSummary } from '@academy/contract/reviews';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { ownDay } from '../lib/review-day.ts';
import { useTenant } from '../lib/runtime.tsx';
import { useSession } from '../sign-in/session.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';

export type { ReviewAnswer, ReviewQuestion } from '@academy/contract/reviews';

const SUMMARY = 'review-summary';
const MARKS = 'review-marks';

const useOwnKey = (name: string): readonly unknown[] => {
  const { userId } = useSession();
  return [name, useTenant().tenantId, userId];
};

/** Summary of the learner's review for today; `data` is undefined until it is loaded. */
export function useReviewSummary() {
  const { isAuthenticated } = useSession();
  return useQuery({
    queryKey: useOwnKey(SUMMARY),
    queryFn: ({ signal }) => call(getReviewSummary, { query: ownDay() }, { ...QUIET, signal }),
    enabled: isAuthenticated,
    staleTime: 0,
  });
}

/** Drops the summary after a change of the review: screens wait for the new one instead of showing the old one. */
export const resetReviewSummary = (client: QueryClient): void => client.removeQueries({ queryKey: [SUMMARY] });

/** The questions left for today, fetched once: answering does not change the list. */
export function useReviewQuestions() {
  const { isAuthenticated } = useSession();
  return useQuery({
    queryKey: useOwnKey('review-questions'),
    queryFn: ({ signal }) => call(listReviewQuestions, { query: ownDay() }, { ...QUIET, signal }),
    enabled: isAuthenticated,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Which questions of a submitted attempt will come back in the review; null until it is loaded, or without a review. */
export function useReviewMarks(lessonId: string, attemptId: string) {
  const { isAuthenticated } = useSession();
  const client = useQueryClient();
  const queryKey = [...useOwnKey(MARKS), lessonId, attemptId];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listReviewMarks, { query: { lessonId } }, { ...QUIET, signal }),
    enabled: isAuthenticated,
    staleTime: 0,
  });
  const show = (questionKey: string, asked: boolean) =>
    client.setQueryData<CallReply<typeof listReviewMarks>>(
      queryKey,
      (before) =>
        before && {
          ...before,
          questions: before.questions.map((one) => (one.questionKey === questionKey ? { questionKey, asked } : one)),
        },
    );
  return {
    marks: data?.enabled ? new Map(data.questions.map(({ questionKey, asked }) => [questionKey, asked])) : null,
    /** Optimistic: undone when the call fails, which the call shows. */
    async setMark(questionKey: string, asked: boolean): Promise<void> {
      await client.cancelQueries({ queryKey });
      show(questionKey, asked);
      try {
        await markQuestion(client, lessonId, questionKey, asked);
      } catch {
        show(questionKey, !asked);
      }
    },
  };
}

/** Puts a question into the review or takes it out. @throws CallError, after it was shown */
export async function markQuestion(
  client: QueryClient,
  lessonId: string,
  questionKey: string,
  asked: boolean,
): Promise<void> {
  await call(setReviewMark, { body: { lessonId, questionKey, asked } }, { skipNotFound: true });
  resetReviewSummary(client);
}

/** Switches the review on or off. @throws CallError, after it was shown */
export async function enableReview(client: QueryClient, enabled: boolean): Promise<void> {
  await call(setReviewEnabled, { body: { enabled } }, { skipNotFound: true });
  client.setQueriesData<ReviewSummary>({ queryKey: [SUMMARY] }, (before) => before && { ...before, enabled });
  await client.invalidateQueries({ queryKey: [SUMMARY] });
}

/** Sends an answer. @param key the same for every try. @throws CallError */
export const sendReviewAnswer = (reviewId: string, selected: readonly string[], key: string): Promise<ReviewAnswer> =>
  call(
    answerReview,
    { headers: { 'idempotency-key': key }, body: { reviewId, selected: [...selected], dayEndsAt: ownDay().dayEndsAt } },
    QUIET,
  );
