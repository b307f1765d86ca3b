import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './sign-out-texts.en.ts';

export const de = messages({
  logOut: 'Abmelden',
  notSaved: 'Noch ist nicht alles gespeichert',
  logOutAndLose: 'Abmelden und verwerfen',
  stay: 'Angemeldet bleiben',
  pending:
    '{count, plural, one {Eine Änderung konnte noch nicht gesendet werden. Sie bleibt in diesem Browser gespeichert und wird später gesendet, wenn du angemeldet bleibst.} other {# Änderungen konnten noch nicht gesendet werden. Sie bleiben in diesem Browser gespeichert und werden später gesendet, wenn du angemeldet bleibst.}}',
} satisfies TranslationOf<typeof en>);
