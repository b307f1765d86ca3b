import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './not-found-texts.en.ts';

export const de = messages({
  toCourse: 'Zum Kurs {course}',
  moved: 'Vielleicht ist sie umgezogen. <link>Nach „{words}“ suchen</link>',
} satisfies TranslationOf<typeof en>);
