import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './profile-texts.en.ts';

export const de = messages({
  profileOf: 'Profil von {name}',
  account: 'Mein Konto',
  certificates: 'Zertifikate',
  giveFeedback: 'Feedback geben',
  logOut: 'Abmelden',
  reconnecting: 'Verbindung wird wiederhergestellt',
} satisfies TranslationOf<typeof en>);
