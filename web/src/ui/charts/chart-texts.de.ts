import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './chart-texts.en.ts';

export const de = messages({
  numbers: 'Zahlen als Tabelle',
  tableOf: '{title}, Tabelle',
} satisfies TranslationOf<typeof en>);
