import { messages } from '@academy/contract/i18n/messages';

/** The list of keyboard shortcuts of a lesson. */
export const en = messages({
  title: 'Keyboard shortcuts',
  next: 'Next lesson',
  previous: 'Previous lesson',
  complete: 'Mark this lesson complete',
  help: 'Show this list',
});
