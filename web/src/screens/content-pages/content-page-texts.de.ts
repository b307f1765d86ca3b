import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './content-page-texts.en.ts';

export const de = messages({
  empty: 'Diese Seite hat noch keinen Text.',
} satisfies TranslationOf<typeof en>);
