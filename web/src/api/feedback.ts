import { type Feedback, sendFeedback } from '@academy/contract/feedback';
import { call } from './call.ts';

/**
 * Sends what somebody says. What goes wrong is shown as a toast and thrown as `CallError`.
 * @param key the same key is kept once, however often it is sent
 */
export async function postFeedback(feedback: Feedback, key: string): Promise<void> {
  await call(sendFeedback, { headers: { 'idempotency-key': key }, body: feedback }, { skipNotFound: true });
}
