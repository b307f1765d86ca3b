import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './ui-texts.en.ts';

export const de = messages({
  removeFavorite: '{title} aus den Favoriten entfernen',
  addFavorite: '{title} zu den Favoriten hinzufügen',
  close: 'Schließen',
  newTab: '(öffnet sich in einem neuen Tab)',
  copied: 'Kopiert',
  copy: 'Kopieren',
  closeMessage: 'Meldung schließen',
  messages: 'Meldungen',
} satisfies TranslationOf<typeof en>);
