import type { TranslationOf } from '../i18n/in-language.ts';
import { messages } from '../i18n/messages.ts';
import type { en } from './duration-texts.en.ts';

export const de = messages({
  days: '{count, plural, one {# Tag} other {# Tage}}',
  hours: '{count} Std.',
  minutes: '{count} Min.',
} satisfies TranslationOf<typeof en>);
