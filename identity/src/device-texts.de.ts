import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './device-texts.en.ts';

export const de = messages({
  known: '{browser} auf {system}',
  unknown: 'Ein Browser',
  unknownOn: 'Ein Browser auf {system}',
} satisfies TranslationOf<typeof en>);
