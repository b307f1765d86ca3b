import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './impersonation-texts.en.ts';

export const de = messages({
  ended: 'Du siehst die Akademie nicht mehr als {name}.',
  over: 'Die Ansicht als {name} ist zu Ende.',
  noStorage:
    'Dieser Browser speichert nichts für einen Tab. Erlaube ihm, Daten für diese Seite zu speichern, und versuch es noch einmal.',
} satisfies TranslationOf<typeof en>);
