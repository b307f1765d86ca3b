import { messages } from '@academy/contract/i18n/messages';

/** Messages about what learners do. */
export const en = messages({
  lessonCompleted: 'Lesson completed',
  undo: 'Undo',
  favoriteAdded: 'Added to your favorites.',
  favoriteNotSaved: 'Your favorite could not be saved.\n{reason}',
  favoriteNotRemoved: 'Your favorite could not be removed.\n{reason}',
});
