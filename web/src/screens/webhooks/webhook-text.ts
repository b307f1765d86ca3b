import type { WebhookDelivery, WebhookEvent } from '@academy/contract/webhooks';
import { webhookTexts } from './webhook-texts.ts';

/** Description of an event. */
export const eventTexts = (): Readonly<Record<WebhookEvent, string>> => ({
  'lesson.completed': webhookTexts.lessonCompleted,
  'guide.completed': webhookTexts.guideCompleted,
  'attempt.submitted': webhookTexts.attemptSubmitted,
  'certificate.issued': webhookTexts.certificateIssued,
  'feedback.received': webhookTexts.feedbackReceived,
});

export const stateTexts = (): Readonly<Record<WebhookDelivery['state'], string>> => ({
  waiting: webhookTexts.waiting,
  delivered: webhookTexts.delivered,
  failed: webhookTexts.givenUp,
});
