import { messages } from '@academy/contract/i18n/messages';

/** Cards of courses, guides and learning paths. */
export const en = messages({
  percent: '{percent} percent',
  topics: 'Topics',
});
