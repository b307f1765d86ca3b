import type { WebhookDelivery, WebhookEvent } from '@academy/contract/webhooks';

/** Description of an event. */
export const EVENT_TEXTS: Readonly<Record<WebhookEvent, string>> = {
  'lesson.completed': 'A learner completed a lesson',
  'guide.completed': 'A learner completed a guide',
  'attempt.submitted': 'An attempt at a knowledge check was submitted',
  'certificate.issued': 'A certificate was issued',
  'feedback.received': 'Somebody gave feedback',
};

export const STATE_TEXTS: Readonly<Record<WebhookDelivery['state'], string>> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Given up',
};
