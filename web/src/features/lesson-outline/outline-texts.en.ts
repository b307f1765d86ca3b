import { messages } from '@academy/contract/i18n/messages';

/** The outline of a course beside a lesson. */
export const en = messages({
  completed: 'Completed',
  locked: 'Locked',
  inProgress: 'In progress',
  moduleOf: 'Module {moduleNumber}',
  countCompleted: '{done} of {total} completed',
  more: 'and {count} more',
});
