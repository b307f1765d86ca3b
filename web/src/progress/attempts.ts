import type { Attempt, AttemptResult } from '@academy/contract/knowledge-checks';
import { TEXTS } from '@academy/contract/texts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { CallError } from '../api/call-error.ts';
import { isRetryable } from '../api/is-retryable.ts';
import { ATTEMPTS, fetchAttempt, openAttemptAt, sendAttempt } from '../api/knowledge-checks.ts';
import { resetReviewSummary } from '../api/reviews.ts';
import { pageRuntime } from '../lib/runtime.tsx';
import { local, VISITOR_ATTEMPTS } from '../lib/storage.ts';
import { OVERLAY } from '../overlay/pending-store.ts';
import { answersOwner, mayCallAs, sendAnswers, takeOverAnswers, unsentOf, VISITOR } from './unsent-answers.ts';

/** Refetches what an attempt changes: the history, and every count of completed lessons. */
export function useAttemptChanged(): () => void {
  const client: QueryClient = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: [ATTEMPTS] });
    void client.invalidateQueries({ queryKey: [OVERLAY] });
    resetReviewSummary(client);
  }, [client]);
}

const prefix = () => `${VISITOR_ATTEMPTS}${pageRuntime().tenant.tenantId}:`;
const keyOf = (lessonId: string) => `${prefix()}${lessonId}`;

/** The attempt that a visitor began in this browser. */
export const visitorAttempt = (lessonId: string): string | null => local.get(keyOf(lessonId));

/**
 * Opens the attempt to continue, or a new one. An attempt that was started as a visitor becomes the person's own with the
 * first opening after sign-in.
 *
 * @param startNew true when a visitor wants a new attempt
 * @throws CallError
 */
export async function beginAttempt(lessonId: string, startNew = false): Promise<Attempt> {
  const kept = startNew ? null : visitorAttempt(lessonId);
  const body = kept === null ? { lessonId } : { lessonId, attemptId: kept };
  // Without a token the server would treat the person as a visitor.
  if (!(await mayCallAs(answersOwner()))) throw new CallError(TEXTS.networkError);
  const attempt = await openAttemptAt(body);
  if (answersOwner() === VISITOR) {
    local.set(keyOf(lessonId), attempt.attemptId);
  } else if (kept !== null) {
    takeOverAnswers(kept, attempt.attemptId);
    local.remove(keyOf(lessonId));
  }
  return attempt;
}

/** Moves the attempts that were started as a visitor to the signed-in person. An attempt that has ended is dropped. */
export async function moveVisitorAttempts(client: QueryClient): Promise<void> {
  const keys = local.keys().filter((key) => key.startsWith(prefix()));
  if (keys.length === 0 || answersOwner() === VISITOR || !(await mayCallAs(answersOwner()))) return;
  for (const key of keys) {
    const kept = local.get(key);
    if (kept === null) continue;
    try {
      // The first signed-in call that uses it moves it.
      takeOverAnswers(kept, (await fetchAttempt(kept)).attemptId);
    } catch (error) {
      // Tried again with the next page.
      if (isRetryable(error)) continue;
    }
    local.remove(key);
  }
  await sendAnswers();
  for (const queryKey of [[ATTEMPTS], [OVERLAY]]) void client.invalidateQueries({ queryKey });
  resetReviewSummary(client);
}

/** Longest pause before submitting is retried, ms. */
const MAX_WAIT_MS = 15_000;

/**
 * Sends unsent answers and submits, retrying as long as it takes. Every try has the same idempotency key, so that the
 * attempt is marked once.
 *
 * @param onWait called when it has to wait
 * @throws CallError where the server refuses; the signal's reason
 */
export async function submitWhenPossible(
  attemptId: string,
  owner: string,
  onWait: () => void,
  signal: AbortSignal,
): Promise<AttemptResult> {
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted();
    await sendAnswers();
    if (answersOwner() === owner && unsentOf(owner, attemptId).length === 0) {
      try {
        return await sendAttempt(attemptId);
      } catch (error) {
        if (!isRetryable(error) && answersOwner() === owner) throw error;
      }
    }
    onWait();
    await waitForRetry(Math.min(MAX_WAIT_MS, 1000 * 2 ** tries), signal);
  }
}

function waitForRetry(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((again) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      again();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
