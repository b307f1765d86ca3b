import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './alert-bar-texts.en.ts';

export const de = messages({
  more: 'mehr erfahren',
  presentAlerts: 'Aktuelle Hinweise',
  until: ', bis {day} (UTC)',
  info: 'Information',
  warning: 'Warnung',
  success: 'Gute Nachricht',
} satisfies TranslationOf<typeof en>);
