import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './webhook-reply-texts.de.ts';
import { en } from './webhook-reply-texts.en.ts';

/** Replies about webhooks, and why a delivery failed. */
export const webhookReplyTexts = inLanguage({ en, de });
