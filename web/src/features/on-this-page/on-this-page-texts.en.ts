import { messages } from '@academy/contract/i18n/messages';

/** The headings of a text. */
export const en = messages({
  title: 'On this page',
});
