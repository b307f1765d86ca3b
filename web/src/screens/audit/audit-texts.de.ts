import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './audit-texts.en.ts';

export const de = messages({
  when: 'Wann',
  who: 'Person',
  what: 'Änderung',
  about: 'Betrifft',
  address: 'Netzwerkadresse',
  academy: 'Akademie',
  action: 'Aktion',
  id: 'Id',
  actionBy: '{action}, von {name}',
  download: 'Protokoll als CSV herunterladen',
  emptyTitle: 'Noch keine Einträge',
  emptyText: 'Änderungen an Rechten, Adressen, Hinweisen und Einstellungen erscheinen hier.',
  became: 'geändert in',
  request: 'Anfrage',
  audit: 'Protokoll',
  intro:
    'Änderungen an Rechten, Mitgliedschaften, Token, Zertifikaten, Hinweisen, Adressen und Inhalten dieser Akademie: von wem, wann, von welcher Netzwerkadresse, und was vorher und nachher galt. Niemand kann Einträge ändern oder löschen.',
  value: 'Wert',
  search: 'Protokoll durchsuchen',
  everything: 'Alles',
  allAcademies: 'Alle',
  nothing: 'leer',
  yes: 'ja',
  no: 'nein',
  allEntries:
    '{kind, select, token {Alle Einträge zu diesem Token} person {Alle Einträge zu dieser Person} account {Alle Einträge zu diesem Konto} alert {Alle Einträge zu diesem Hinweis} certificate {Alle Einträge zu diesem Zertifikat} webhook {Alle Einträge zu diesem Webhook} course {Alle Einträge zu diesem Kurs} guide {Alle Einträge zu dieser Anleitung} academy {Alle Einträge zu dieser Akademie} other {Alle Einträge dazu}}',
  listLabel: 'Einträge',
  counted: '{count, plural, one {# Eintrag} other {# Einträge}}',
} satisfies TranslationOf<typeof en>);
