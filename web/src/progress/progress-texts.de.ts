import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './progress-texts.en.ts';

export const de = messages({
  lessonCompleted: 'Lektion abgeschlossen',
  undo: 'Rückgängig machen',
  favoriteAdded: 'Zu deinen Favoriten hinzugefügt.',
  favoriteNotSaved: 'Dein Favorit konnte nicht gespeichert werden.\n{reason}',
  favoriteNotRemoved: 'Dein Favorit konnte nicht entfernt werden.\n{reason}',
} satisfies TranslationOf<typeof en>);
