import { texts } from '@academy/contract/i18n/texts';
import { de } from './calendar-texts.de.ts';

/** What calendars show of due dates. */
export const calendarTexts = texts({
  name: '{academy} Academy: due dates',
  due: 'Due: {title}',
  mandatory: 'This is mandatory for you.',
  recommended: 'This is recommended to you.',
}).translated({ de });
