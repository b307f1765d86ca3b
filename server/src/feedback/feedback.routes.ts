import { getFeedbackQuestions, sendFeedback } from '@academy/contract/feedback';
import type { Tenant } from '@academy/contract/tenants';
import type { CallTable } from '../calls/bind.ts';
import type { FeedbackService } from './feedback.service.ts';

export function bindFeedback(calls: CallTable, feedback: FeedbackService): void {
  calls.bind(getFeedbackQuestions, async ({ scope }) => ({
    customQuestion: unchecked(scope.tenant.survey.options),
    level: unchecked(scope.tenant.survey.levels),
  }));

  calls.bind(sendFeedback, async ({ scope, body, headers }) => ({
    id: await feedback.keep(scope, body, headers['idempotency-key']),
  }));
}

const unchecked = (options: Tenant['survey']['options']) =>
  options.map(({ key, value }) => ({ key, value, checked: false as const }));
