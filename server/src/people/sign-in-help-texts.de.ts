import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './sign-in-help-texts.en.ts';

export const de = messages({
  own: 'Das ist dein eigenes Konto. Ändere deine Anmeldung unter „Mein Konto“.',
  elsewhere: 'Dieses Konto wird dort verwaltet, wo sich die Person anmeldet.',
} satisfies TranslationOf<typeof en>);
