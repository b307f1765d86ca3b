import { messages } from '@academy/contract/i18n/messages';

/** Words of the list of instructors. */
export const en = messages({
  search: 'Search instructors',
  amount: '{count, plural, one {# instructor} other {# instructors}}',
  amountOf: '{count} of {all, plural, one {# instructor} other {# instructors}}',
  pages: 'Pages of instructors',
  showAll: 'Show all instructors',
  none: 'No instructors here yet',
  coming: 'The first instructors are being prepared. Please come back soon.',
  nothingFits: 'No instructor matches your filters',
  without: 'Remove {title} to see {count, plural, one {# instructor} other {# instructors}}',
});
