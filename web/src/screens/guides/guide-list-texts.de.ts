import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './guide-list-texts.en.ts';

export const de = messages({
  search: 'Anleitungen durchsuchen',
  amount: '{count, plural, one {# Anleitung} other {# Anleitungen}}',
  amountOf: '{count} von {all, plural, one {# Anleitung} other {# Anleitungen}}',
  pages: 'Seiten der Anleitungen',
  showAll: 'Alle Anleitungen anzeigen',
  none: 'Noch keine Anleitungen',
  coming: 'Die ersten Anleitungen sind in Arbeit. Schau bald wieder vorbei.',
  nothingFits: 'Keine Anleitung passt zu deinen Filtern',
  without: '{title} entfernen: {count, plural, one {# Anleitung} other {# Anleitungen}}',
} satisfies TranslationOf<typeof en>);
