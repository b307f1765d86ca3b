import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './on-this-page-texts.en.ts';

export const de = messages({
  title: 'Auf dieser Seite',
} satisfies TranslationOf<typeof en>);
