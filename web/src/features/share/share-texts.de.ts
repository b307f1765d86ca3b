import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './share-texts.en.ts';

export const de = messages({
  copied: 'Link kopiert',
  share: 'Teilen',
  sharePage: 'Diese Seite teilen',
  copy: 'Link kopieren',
  moreWays: 'Weitere Möglichkeiten',
  copyThis: 'Link kopieren',
  noClipboard: 'Dein Browser erlaubt das automatische Kopieren nicht.',
  link: 'Link zu dieser Seite',
} satisfies TranslationOf<typeof en>);
