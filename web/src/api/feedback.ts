import { getFeedbackQuestions, sendFeedback } from '@academy/contract/call-routes/feedback';
import type { Feedback } from '@academy/contract/feedback';
import { type OpenModal, openModal } from '../lib/dialogs.ts';
import { pageRuntime } from '../lib/runtime.tsx';
import { call } from './call.ts';

/**
 * Sends feedback. Errors are shown as a toast and thrown as `CallError`.
 * @param key the same key is kept once, however often it is sent
 */
export async function postFeedback(feedback: Feedback, key: string): Promise<void> {
  const { tenantId } = pageRuntime().tenant;
  await call(
    sendFeedback,
    { headers: { 'idempotency-key': key }, body: { ...feedback, tenantId } },
    { skipNotFound: true },
  );
}

/** Fetches the questions of the survey, then opens it. When that fails, a toast says why and nothing opens. */
export async function openSurvey(about: OpenModal['about']): Promise<void> {
  const questions = await call(getFeedbackQuestions, {}, { skipNotFound: true }).catch(() => null);
  if (questions !== null) openModal('more-feedback', about, questions);
}
