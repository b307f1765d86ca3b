import { texts } from '@academy/contract/i18n/texts';
import { de } from './due-texts.de.ts';

/** What is due for a learner. */
export const dueTexts = texts({
  title: 'What is due',
  overdue: 'Overdue: was due on {day}, {days, plural, one {yesterday} other {# days ago}}',
  today: 'Due today, {day}',
  due: 'Due on {day}, {days, plural, one {tomorrow} other {in # days}}',
  renewal: 'You completed it on {day}. Once it is restarted and completed again, it is renewed.',
  noDate: 'Without a due date',
  later: 'Begins on {day}',
  done: 'Completed on {day}',
  doneUntil: 'Completed on {day}, due again on {next}',
  mandatory: 'Mandatory',
  recommended: 'Recommended',
  course: 'Course',
  path: 'Learning path',
  guide: 'Guide',
  check: 'Knowledge check',
  showAll: '{count, plural, one {Show # more} other {Show # more}}',
  calendar: 'Put due dates into your calendar',
}).translated({ de });
