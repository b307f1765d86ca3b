import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './instructor-list-texts.en.ts';

export const de = messages({
  search: 'Dozenten durchsuchen',
  amount: '{count, plural, one {# Dozent} other {# Dozenten}}',
  amountOf: '{count} von {all, plural, one {# Dozent} other {# Dozenten}}',
  pages: 'Seiten der Dozenten',
  showAll: 'Alle Dozenten anzeigen',
  none: 'Noch keine Dozenten',
  coming: 'Die ersten Dozenten stellen sich bald vor. Schau wieder vorbei.',
  nothingFits: 'Kein Dozent passt zu deinen Filtern',
  without: '{title} entfernen: {count, plural, one {# Dozent} other {# Dozenten}}',
} satisfies TranslationOf<typeof en>);
