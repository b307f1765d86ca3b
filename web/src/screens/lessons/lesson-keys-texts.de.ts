import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './lesson-keys-texts.en.ts';

export const de = messages({
  title: 'Tastenkürzel',
  next: 'Nächste Lektion',
  previous: 'Vorherige Lektion',
  complete: 'Diese Lektion abschließen',
  help: 'Diese Liste anzeigen',
} satisfies TranslationOf<typeof en>);
