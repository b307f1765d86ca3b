import type { WebhookDelivery, WebhookEvent } from '@academy/contract/webhooks';
import { webhookTexts } from './webhook-texts.ts';

/** Description of an event. */
export const EVENT_TEXTS: Readonly<Record<WebhookEvent, string>> = {
  get 'lesson.completed'() {
    return webhookTexts.lessonCompleted;
  },
  get 'guide.completed'() {
    return webhookTexts.guideCompleted;
  },
  get 'attempt.submitted'() {
    return webhookTexts.attemptSubmitted;
  },
  get 'certificate.issued'() {
    return webhookTexts.certificateIssued;
  },
  get 'feedback.received'() {
    return webhookTexts.feedbackReceived;
  },
};

export const STATE_TEXTS: Readonly<Record<WebhookDelivery['state'], string>> = {
  get waiting() {
    return webhookTexts.waiting;
  },
  get delivered() {
    return webhookTexts.delivered;
  },
  get failed() {
    return webhookTexts.givenUp;
  },
};
