import { messages } from '@academy/contract/i18n/messages';

/** At an address of nothing. */
export const en = messages({
  toCourse: 'Go to the course {course}',
  moved: 'It may have moved. <link>Search for “{words}”</link>',
});
