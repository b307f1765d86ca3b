import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './outline-texts.en.ts';

export const de = messages({
  completed: 'Abgeschlossen',
  locked: 'Gesperrt',
  inProgress: 'Begonnen',
  moduleOf: 'Modul {moduleNumber}',
  countCompleted: '{done} von {total} abgeschlossen',
  more: 'und {count} weitere',
} satisfies TranslationOf<typeof en>);
