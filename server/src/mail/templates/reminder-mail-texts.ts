import { texts } from '@academy/contract/i18n/texts';
import { de } from './reminder-mail-texts.de.ts';

/** Reminders of what is assigned, sent by managers of groups. */
export const reminderMailTexts = texts({
  subject: 'Reminder: {title} ({academy})',
  heading: '{title}',
  open: '“{title}” is assigned to you and not completed yet.',
  due: '“{title}” is assigned to you and due on {day}. It is not completed yet.',
  overdue: '“{title}” was due on {day} and is not completed yet.',
  from: '{from} sends you this reminder.',
  begin: 'Open it',
  answer: 'If something keeps you from it, answer this e-mail: {from} gets your answer.',
}).translated({ de });
