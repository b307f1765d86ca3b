import { messages } from '@academy/contract/i18n/messages';

/** Tables of the administration. */
export const en = messages({
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
  countedAndChosen: '{counted}, {chosen} selected',
});
