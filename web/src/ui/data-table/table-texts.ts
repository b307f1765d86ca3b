import { texts } from '@academy/contract/i18n/texts';
import { de } from './table-texts.de.ts';

/** Tables of the administration. */
export const tableTexts = texts({
  columns: 'Columns',
  lastColumn: 'At least one column must remain visible',
  selectAll: 'Select all',
  details: 'Details',
  actions: 'Actions',
  select: 'Select {title}',
  detailsOf: 'Details of {title}',
  tryAgain: 'Try again',
  showAll: 'Show all',
  from: 'From (UTC)',
  to: 'To (UTC)',
  filters: 'Filters',
  clearFilters: 'Clear filters',
  previous: 'Previous',
  page: 'Page {page}',
  pageOf: 'Page {page} of {pages}',
  next: 'Next',
  compact: 'Compact',
  failed: 'The list could not be loaded. {reason}',
  loading: 'Loading',
  noMatch: 'No results',
  pages: '{label}: pages',
  compactRows: '{label}: compact rows',
  listEnds: 'Only the first {max, number} entries are listed. Narrow the list to find others.',
  countedAndChosen: '{counted}, {chosen} selected',
}).translated({ de });
