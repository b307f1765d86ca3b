import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './pager-texts.en.ts';

export const de = messages({
  pagesOfResults: 'Seiten der Ergebnisse',
  previous: 'Zurück',
  next: 'Weiter',
  page: 'Seite {page} von {pages}',
} satisfies TranslationOf<typeof en>);
