import { messages } from '@academy/contract/i18n/messages';

/** Pages of the academy. */
export const en = messages({
  empty: 'This page has no text yet.',
});
