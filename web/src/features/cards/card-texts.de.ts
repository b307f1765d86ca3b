import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './card-texts.en.ts';

export const de = messages({
  percent: '{percent} Prozent',
  topics: 'Themen',
} satisfies TranslationOf<typeof en>);
