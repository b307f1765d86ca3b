import { texts } from '@academy/contract/i18n/texts';
import { de } from './not-found-texts.de.ts';

/** At an address of nothing. */
export const notFoundTexts = texts({
  toCourse: 'Go to the course {course}',
  moved: 'It may have moved. <link>Search for “{words}”</link>',
}).translated({ de });
