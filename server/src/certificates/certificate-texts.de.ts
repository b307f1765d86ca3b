import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './certificate-texts.en.ts';

export const de = messages({
  nameless: 'Lernende Person',
} satisfies TranslationOf<typeof en>);
