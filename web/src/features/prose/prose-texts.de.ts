import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './prose-texts.en.ts';

export const de = messages({
  picture: 'Bild',
  video: 'Video',
  copied: 'Kopiert',
  notCopied: 'Der Browser hat das Kopieren nicht erlaubt. Markiere den Text und kopiere ihn selbst.',
} satisfies TranslationOf<typeof en>);
