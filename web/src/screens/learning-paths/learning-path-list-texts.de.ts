import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './learning-path-list-texts.en.ts';

export const de = messages({
  search: 'Lernpfade durchsuchen',
  amount: '{count, plural, one {# Lernpfad} other {# Lernpfade}}',
  amountOf: '{count} von {all, plural, one {# Lernpfad} other {# Lernpfaden}}',
  pages: 'Seiten der Lernpfade',
  showAll: 'Alle Lernpfade anzeigen',
  none: 'Noch keine Lernpfade',
  coming: 'Die ersten Lernpfade sind in Arbeit. Schau bald wieder vorbei.',
  nothingFits: 'Kein Lernpfad passt zu deinen Filtern',
  without: '{title} entfernen: {count, plural, one {# Lernpfad} other {# Lernpfade}}',
} satisfies TranslationOf<typeof en>);
