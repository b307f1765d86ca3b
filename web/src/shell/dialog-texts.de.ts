import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './dialog-texts.en.ts';

export const de = messages({
  warning: 'Warnung',
  success: 'Erledigt',
  accessDenied: 'Kein Zugriff',
  ok: 'OK',
} satisfies TranslationOf<typeof en>);
