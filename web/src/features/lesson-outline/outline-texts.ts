import { texts } from '@academy/contract/i18n/texts';
import { de } from './outline-texts.de.ts';

/** The outline of a course beside a lesson. */
export const outlineTexts = texts({
  completed: 'Completed',
  locked: 'Locked',
  inProgress: 'In progress',
  moduleOf: 'Module {moduleNumber}',
  countCompleted: '{done} of {total} completed',
  more: 'and {count} more',
}).translated({ de });
