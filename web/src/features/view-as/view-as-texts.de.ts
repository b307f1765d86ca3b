import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './view-as-texts.en.ts';

export const de = messages({
  viewAs: 'Ansicht als jemand anderes',
  impersonating: 'Du siehst die Akademie als <strong>{name}</strong>.',
  readOnly: 'Nur zum Lesen, bis {time}.',
  end: 'Beenden',
} satisfies TranslationOf<typeof en>);
