import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './metadata-texts.en.ts';

export const de = messages({
  lessonOf: 'Eine Lektion aus {course}',
  coverOf: 'Titelbild von {title}',
  feed: 'Neu in der {name} Academy',
} satisfies TranslationOf<typeof en>);
