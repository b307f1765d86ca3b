import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './contact-messages-texts.en.ts';

export const de = messages({
  contactMessages: 'Kontaktnachrichten',
  intro:
    'Nachrichten aus dem Kontaktformular dieser Akademie. Jede ging auch per E-Mail an die Kontaktadressen. Antworte hier oder per E-Mail.',
  download: 'Nachrichten als CSV herunterladen',
  subject: 'Thema',
  emptyTitle: 'Noch keine Nachrichten',
  emptyText: 'Nachrichten aus dem Kontaktformular stehen hier, die neuesten zuerst.',
  from: 'Von',
  loggedIn: 'Angemeldet',
  notLoggedIn: 'Nein. Name und Adresse sind nicht geprüft.',
  yes: 'Ja',
  search: 'Nachrichten durchsuchen',
  allSubjects: 'Alle Themen',
  when: 'Wann',
  message: 'Nachricht',
  email: 'E-Mail',
  id: 'Id',
  listLabel: 'Nachrichten',
  counted: '{count, plural, one {# Nachricht} other {# Nachrichten}}',
} satisfies TranslationOf<typeof en>);
