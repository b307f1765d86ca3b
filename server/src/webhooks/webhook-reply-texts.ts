import { texts } from '@academy/contract/i18n/texts';
import { de } from './webhook-reply-texts.de.ts';

/** Replies about webhooks, and why a delivery failed. */
export const webhookReplyTexts = texts({
  webhookGone: 'This webhook no longer exists.',
  full: 'An academy has at most {max} webhooks. Delete one first.',
  paused: 'This webhook is paused. Resume it first.',
  deliveryGone: 'This delivery no longer exists.',
  address:
    '{code, select, notAnAddress {must be a web address} notHttps {must begin with https://} hasLogin {must not contain a name or password} hasFragment {must not have a part after #} noHosts {cannot be notified: the operator allows no hosts (ACADEMY_WEBHOOK_HOSTS)} other {must lead to an allowed host: {hosts}}}',
  addressForbidden: 'The operator no longer allows this address.',
  answered: 'The receiver answered {status}.',
  timeout: 'The receiver did not answer within {seconds} seconds.',
  unreachable: 'The receiver could not be reached ({code}).',
  unreachableSomehow: 'The receiver could not be reached.',
  receiverGone: 'The receiver answered that it is gone for good (410).',
}).translated({ de });
