import { texts } from '@academy/contract/i18n/texts';
import { de } from './progress-texts.de.ts';

/** Messages about what learners do. */
export const progressTexts = texts({
  lessonCompleted: 'Lesson completed',
  undo: 'Undo',
  favoriteAdded: 'Added to your favorites.',
  favoriteNotSaved: 'Your favorite could not be saved.\n{reason}',
  favoriteNotRemoved: 'Your favorite could not be removed.\n{reason}',
}).translated({ de });
