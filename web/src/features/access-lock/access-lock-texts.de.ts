import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './access-lock-texts.en.ts';

export const de = messages({
  locked: 'Gesperrt',
  logInRegister: 'Anmelden / Registrieren',
} satisfies TranslationOf<typeof en>);
