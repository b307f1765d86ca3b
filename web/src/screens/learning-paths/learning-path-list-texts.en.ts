import { messages } from '@academy/contract/i18n/messages';

/** Words of the list of learning paths. */
export const en = messages({
  search: 'Search learning paths',
  amount: '{count, plural, one {# learning path} other {# learning paths}}',
  amountOf: '{count, plural, one {# learning path} other {# learning paths}} of {all}',
  pages: 'Pages of learning paths',
  showAll: 'Show all learning paths',
  none: 'No learning paths here yet',
  coming: 'The first learning paths are on their way. Please come back soon.',
  nothingFits: 'No learning path fits this choice',
  without: 'Without {title} there {count, plural, one {is # learning path} other {are # learning paths}}',
});
