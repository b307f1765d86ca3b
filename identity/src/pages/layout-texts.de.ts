import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './layout-texts.en.ts';

export const de = messages({
  placeKept: 'Dein Stand in jeder Lektion bleibt erhalten, auf jedem Gerät.',
  backTo: 'Zurück zur {name}',
  language: 'Sprache',
} satisfies TranslationOf<typeof en>);
