import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './navigation-texts.en.ts';

export const de = messages({
  reload: 'Neu laden',
  notLoaded: 'Diese Seite konnte nicht geladen werden. Was du geschrieben hast, ist noch da.',
} satisfies TranslationOf<typeof en>);
