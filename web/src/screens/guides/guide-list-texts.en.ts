import { messages } from '@academy/contract/i18n/messages';

/** Words of the list of guides. */
export const en = messages({
  search: 'Search guides',
  amount: '{count, plural, one {# guide} other {# guides}}',
  amountOf: '{count, plural, one {# guide} other {# guides}} of {all}',
  pages: 'Pages of guides',
  showAll: 'Show all guides',
  none: 'No guides here yet',
  coming: 'The first guides are on their way. Please come back soon.',
  nothingFits: 'No guide fits this choice',
  without: 'Without {title} there {count, plural, one {is # guide} other {are # guides}}',
});
