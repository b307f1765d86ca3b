import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './table-texts.en.ts';

export const de = messages({
  columns: 'Spalten',
  lastColumn: 'Mindestens eine Spalte muss sichtbar bleiben',
  selectAll: 'Alle auswählen',
  details: 'Details',
  actions: 'Aktionen',
  select: '{title} auswählen',
  detailsOf: 'Details zu {title}',
  tryAgain: 'Erneut versuchen',
  showAll: 'Alle anzeigen',
  from: 'Von (UTC)',
  to: 'Bis (UTC)',
  filters: 'Filter',
  clearFilters: 'Filter zurücksetzen',
  previous: 'Zurück',
  page: 'Seite {page}',
  pageOf: 'Seite {page} von {pages}',
  next: 'Weiter',
  compact: 'Kompakt',
  failed: 'Die Liste konnte nicht geladen werden. {reason}',
  loading: 'Wird geladen',
  noMatch: 'Keine Treffer',
  pages: '{label}: Seiten',
  compactRows: '{label}: kompakt',
  listEnds: 'Nur die ersten {most, number} Einträge stehen in der Liste. Grenze sie ein, um andere zu finden.',
  countedAndChosen: '{counted}, {chosen} ausgewählt',
} satisfies TranslationOf<typeof en>);
