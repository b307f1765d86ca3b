import { texts } from '@academy/contract/i18n/texts';
import { de } from './lesson-keys-texts.de.ts';

/** The list of keyboard shortcuts of a lesson. */
export const lessonKeysTexts = texts({
  title: 'Keyboard shortcuts',
  next: 'Next lesson',
  previous: 'Previous lesson',
  complete: 'Mark this lesson complete',
  help: 'Show this list',
}).translated({ de });
