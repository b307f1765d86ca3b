import type { CallInput, CallReply } from '@academy/contract/call';
import {
  getAttempt,
  getKnowledgeCheck,
  listAttempts,
  openAttempt,
  saveAnswer,
  submitAttempt,
} from '@academy/contract/call-routes/knowledge-checks';
import type { Attempt, AttemptResult } from '@academy/contract/knowledge-checks';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useTenant } from '../lib/runtime.tsx';
import { useSession } from '../sign-in/session.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { prefetchRead, useRead, useRefetch } from './use-read.ts';
import { useRefetchWhenUnlocked } from './use-refetch-when-unlocked.ts';

const checkInput = (courseSlug: string, lessonSlug: string) => ({ params: { courseSlug, lessonSlug } });

/** The questions of a knowledge check; `isUnlocking` while a locked one is refetched. */
export function useKnowledgeCheck(courseSlug: string, lessonSlug: string) {
  const input = checkInput(courseSlug, lessonSlug);
  const check = useRead(getKnowledgeCheck, input);
  const isUnlocking = useRefetchWhenUnlocked(check.locked, check.lessonId, useRefetch(getKnowledgeCheck, input));
  return { check, isUnlocking };
}
export const prefetchKnowledgeCheck = (client: QueryClient, courseSlug: string, lessonSlug: string) =>
  prefetchRead(client, getKnowledgeCheck, checkInput(courseSlug, lessonSlug));

/** First part of the keys of attempts. */
export const ATTEMPTS = 'attempts';

export type History = CallReply<typeof listAttempts>;

/** The learner's own attempts at a lesson; null for visitors, without a lesson, and until they are loaded. */
export function useAttempts(lessonId: string | null): History | null {
  const { isAuthenticated, userId } = useSession();
  const { tenantId } = useTenant();
  const { data } = useQuery({
    queryKey: [ATTEMPTS, tenantId, userId, lessonId],
    queryFn: ({ signal }) => call(listAttempts, { query: { lessonId: lessonId ?? '' } }, { ...QUIET, signal }),
    enabled: isAuthenticated && lessonId !== null,
    staleTime: 0,
  });
  return isAuthenticated ? (data ?? null) : null;
}

/** Whether the newest attempt was the only one and did not pass. */
export function isStuck(history: History | null): boolean {
  const last = history?.attempts[0];
  return last !== undefined && last.submittedAt !== null && !last.passed && !last.canRetake;
}

/** Opens an attempt, or continues one. @throws CallError */
export const openAttemptAt = (body: CallInput<typeof openAttempt>['body']): Promise<Attempt> =>
  call(openAttempt, { body }, { skipNotFound: true });

/** One attempt as the server has it. @throws CallError */
export const fetchAttempt = (attemptId: string): Promise<Attempt> =>
  call(getAttempt, { params: { attemptId } }, { ...QUIET, loader: false });

/** Sends what was chosen in one question. @throws CallError */
export const sendAnswer = (attemptId: string, questionKey: string, selected: readonly string[]) =>
  call(saveAnswer, { params: { attemptId }, body: { questionKey, selected: [...selected] } }, QUIET);

/** Submits an attempt: it is marked once, however often this is sent. @throws CallError */
export const sendAttempt = (attemptId: string): Promise<AttemptResult> =>
  call(
    submitAttempt,
    { params: { attemptId }, headers: { 'idempotency-key': `submit-${attemptId}` } },
    { ...QUIET, loader: false },
  );
