import { messages } from '@academy/contract/i18n/messages';

/** Words of the list of instructors. */
export const en = messages({
  search: 'Search instructors',
  amount: '{count, plural, one {# instructor} other {# instructors}}',
  amountOf: '{count, plural, one {# instructor} other {# instructors}} of {all}',
  pages: 'Pages of instructors',
  showAll: 'Show all instructors',
  none: 'No instructors here yet',
  coming: 'The first instructors are on their way. Please come back soon.',
  nothingFits: 'No instructor fits this choice',
  without: 'Without {title} there {count, plural, one {is # instructor} other {are # instructors}}',
});
