import { messages } from '@academy/contract/i18n/messages';

/** Words of the list of courses. */
export const en = messages({
  search: 'Search courses',
  amount: '{count, plural, one {# course} other {# courses}}',
  amountOf: '{count, plural, one {# course} other {# courses}} of {all}',
  pages: 'Pages of courses',
  showAll: 'Show all courses',
  none: 'No courses here yet',
  coming: 'The first courses are on their way. Please come back soon.',
  nothingFits: 'No course fits this choice',
  without: 'Without {title} there {count, plural, one {is # course} other {are # courses}}',
});
