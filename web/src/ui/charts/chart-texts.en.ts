import { messages } from '@academy/contract/i18n/messages';

/** Charts. */
export const en = messages({
  numbers: 'Numbers as a table',
  tableOf: '{title}, table',
});
