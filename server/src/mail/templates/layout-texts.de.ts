import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './layout-texts.en.ts';

export const de = messages({
  hello: 'Hallo,',
  helloName: 'Hallo {name},',
  copyAddress: 'Falls die Schaltfläche nichts bewirkt, kopiere diese Adresse in deinen Browser:',
} satisfies TranslationOf<typeof en>);
